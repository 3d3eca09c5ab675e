"""Speaks to an engine with OpenAI's own client: BASE_URL. Prints one line for each thing that held."""

import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="none", max_retries=0)
model = client.models.list().data[0].id
print("model", model)

chat = client.chat.completions.create(
    model=model, messages=[{"role": "user", "content": "why is it slow"}], max_tokens=5
)
print("chat", chat.choices[0].finish_reason, chat.usage.prompt_tokens, chat.usage.completion_tokens)

plain = client.completions.create(model=model, prompt="why is it slow", max_tokens=3)
print("completion", plain.choices[0].finish_reason, plain.usage.total_tokens)

chunks = 0
usage = None
for chunk in client.chat.completions.create(
    model=model,
    messages=[{"role": "user", "content": "why is it slow"}],
    max_tokens=7,
    stream=True,
    stream_options={"include_usage": True},
):
    chunks += sum(1 for choice in chunk.choices if choice.delta.content)
    usage = chunk.usage or usage
print("stream", chunks, usage.completion_tokens)

try:
    client.completions.create(model="no-such-model", prompt="a")
except openai.NotFoundError as error:
    print("refused", error.status_code)
