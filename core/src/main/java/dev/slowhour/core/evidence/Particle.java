package dev.slowhour.core.evidence;

/**
 * Korean particles, whose form follows how the character before them is read: whether the reading
 * ends in a consonant.
 */
enum Particle {
  OBJECT("을", "를"),
  SUBJECT("이", "가");

  private static final int HANGUL_FIRST = 0xAC00;
  private static final int HANGUL_LAST = 0xD7A3;
  private static final int HANGUL_FINALS = 28;
  private static final int GROUP_DIGITS = 4;

  /** Letters whose names end in a consonant: 엘, 엠, 엔, 알. */
  private static final String CONSONANT_LETTERS = "lmnrLMNR";

  /** Digits whose Sino-Korean readings do: 영, 일, 삼, 육, 칠, 팔. */
  private static final String CONSONANT_DIGITS = "013678";

  private final String afterConsonant;
  private final String afterVowel;

  Particle(String afterConsonant, String afterVowel) {
    this.afterConsonant = afterConsonant;
    this.afterVowel = afterVowel;
  }

  /** The form that follows an integer, read as a whole: 10 십, 100 백, 10,000 만, 10¹² 조. */
  String after(long number) {
    int zeros = 0;
    for (long left = number; left != 0 && left % 10 == 0; left /= 10) {
      zeros++;
    }
    // 조 alone of the names 십 백 천 만 억 조 ends in a vowel.
    boolean endsInZero = number != 0 && zeros > 0;
    boolean isTrillions = zeros / GROUP_DIGITS == 3;
    return endsInZero
        ? form(!isTrillions)
        : form(CONSONANT_DIGITS.indexOf((char) ('0' + Math.abs(number % 10))) >= 0);
  }

  /** The form that follows a text, by its last character alone. */
  String after(String text) {
    int last = text.codePointBefore(text.length());
    if (last >= HANGUL_FIRST && last <= HANGUL_LAST) {
      return form((last - HANGUL_FIRST) % HANGUL_FINALS != 0);
    }
    return form(CONSONANT_DIGITS.indexOf(last) >= 0 || CONSONANT_LETTERS.indexOf(last) >= 0);
  }

  private String form(boolean endsInConsonant) {
    return endsInConsonant ? afterConsonant : afterVowel;
  }
}
