package dev.slowhour.loadgen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'choices':[{'text':'a'}]}",
        "{'choices':[{'text':''}]}",
        "{'choices':[{'delta':{'content':'a'}}]}",
        "{'choices':[{'delta':{'role':'assistant','content':'a'}}]}",
        "{'choices':[{'delta':{'content':''}}]}",
        "{'choices':[{'delta':{'content':''},'finish_reason':'stop'}]}",
        "{'choices':[{'delta':{'reasoning':'a'}}]}",
        "{'choices':[{'delta':{'reasoning_content':'a','content':null}}]}",
        "{'choices':[{'delta':{'role':'assistant','tool_calls':[{'index':0}]}}]}",
        "{'choices':[{'delta':{}},{'delta':{'content':'of the second choice'}}]}",
      })
  void carries_a_token(String json) throws Exception {
    assertThat(read(json).carriesToken()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'choices':[{'delta':{'role':'assistant','content':''}}]}",
        "{'choices':[{'delta':{'role':'assistant'}}]}",
        "{'choices':[{'delta':{'role':'assistant','content':null}}]}",
        "{'choices':[{'delta':{}}]}",
        "{'choices':[{'delta':{},'finish_reason':'stop'}]}",
        "{'choices':[{'delta':{'content':null}}]}",
        "{'choices':[{'delta':{'reasoning':'','tool_calls':[]}}]}",
        "{'choices':[{'text':null}]}",
        "{'choices':[]}",
        "{'choices':[],'usage':{'prompt_tokens':1,'completion_tokens':2}}",
        "{'choices':null}",
        "{}",
        "{'error':{'message':'m'}}",
      })
  void carries_no_token(String json) throws Exception {
    assertThat(read(json).carriesToken()).isFalse();
  }

  @Test
  void an_empty_text_is_told_apart_from_one_that_says_something() throws Exception {
    assertThat(read("{'choices':[{'text':''}]}").hasText()).isFalse();
    assertThat(read("{'choices':[{'delta':{'content':''}}]}").hasText()).isFalse();
    assertThat(read("{'choices':[{'text':' '}]}").hasText()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'usage':{'prompt_tokens':5,'completion_tokens':7,'total_tokens':12}}|5|7",
        "{'usage':{'prompt_tokens':0,'completion_tokens':0}}|0|0",
      },
      quoteCharacter = '~')
  void usage_is_read(String json, long prompt, long completion) throws Exception {
    assertThat(read(json).usage()).contains(new Usage(prompt, completion));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'usage':null}",
        "{'usage':{}}",
        "{'usage':{'prompt_tokens':5}}",
        "{'usage':{'prompt_tokens':5,'completion_tokens':null}}",
        "{'usage':{'prompt_tokens':5,'completion_tokens':1.5}}",
        "{'usage':{'prompt_tokens':5,'completion_tokens':-1}}",
        "{'usage':{'prompt_tokens':5,'completion_tokens':1e30}}",
      })
  void what_is_no_usage_is_absent_and_not_zero(String json) throws Exception {
    assertThat(read(json).usage()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "{'error':{'message':'m','type':'t','param':null,'code':500}}|m|500",
        "{'error':{'message':'m','code':'invalid'}}|m|null",
        "{'error':{'message':'m','code':1234}}|m|null",
        "{'error':'m'}|m|null",
        "{'object':'error','message':'m','code':400}|m|400",
      },
      quoteCharacter = '~')
  void an_error_is_read(String json, String message, Integer code) throws Exception {
    assertThat(read(json).error()).contains(new ServerError(message, code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "1", "{", "{} {}", "text"})
  void what_is_no_object_is_refused(String data) {
    assertThatThrownBy(() -> Chunk.read(data))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("an event is no JSON object: " + data);
  }

  private static Chunk read(String json) throws ProtocolException {
    return Chunk.read(json.replace('\'', '"'));
  }
}
