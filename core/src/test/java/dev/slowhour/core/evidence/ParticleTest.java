package dev.slowhour.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParticleTest {

  @ParameterizedTest(name = "{0} is read {1} and takes {2}")
  @CsvSource({
    "0, 영, 을",
    "1, 일, 을",
    "2, 이, 를",
    "3, 삼, 을",
    "4, 사, 를",
    "5, 오, 를",
    "6, 육, 을",
    "7, 칠, 을",
    "8, 팔, 을",
    "9, 구, 를",
    "10, 십, 을",
    "20, 이십, 을",
    "12, 십이, 를",
    "100, 백, 을",
    "105, 백오, 를",
    "1000, 천, 을",
    "10000, 만, 을",
    "90000, 구만, 을",
    "100000, 십만, 을",
    "1000000, 백만, 을",
    "10000000, 천만, 을",
    "100000000, 일억, 을",
    "100000000000, 천억, 을",
    "1000000000000, 일조, 를",
    "1000000000000000, 천조, 를",
    "1000000000010, 일조 십, 을",
    "9007199254740991, …구백구십일, 을",
    "4000, 사천, 을"
  })
  void anIntegerIsReadAsAWhole(long number, String reading, String particle) {
    assertThat(Particle.OBJECT.after(number)).isEqualTo(particle);
  }

  @ParameterizedTest(name = "{0} takes {1}")
  @CsvSource({
    "tnt-a00, 이",
    "tnt-a01, 이",
    "tnt-a02, 가",
    "tnt-c03, 이",
    "tnt-d04, 가",
    "tnt-e05, 가",
    "tnt-f06, 이",
    "tnt-g07, 이",
    "tnt-h08, 이",
    "tnt-i09, 가",
    "tnt-10, 이",
    "model, 이",
    "team, 이",
    "plan, 이",
    "user, 이",
    "MODEL, 이",
    "TEAM, 이",
    "PLAN, 이",
    "USER, 이",
    "shop, 가",
    "bank, 가",
    "acme, 가",
    "a_, 가",
    "가나다, 가",
    "은행, 이",
    "서울, 이",
    "고객사, 가",
    "(주), 가",
    "100%, 가",
    "漢字, 가",
    "😀, 가"
  })
  void aNameGoesByItsLastCharacter(String name, String particle) {
    assertThat(Particle.SUBJECT.after(name)).isEqualTo(particle);
  }
}
