// Control, zero-width, direction-changing and tag characters, and letters without a glyph: a reviewer must see what a
// model reads. The joiner inside an emoji is part of what is seen.
const hidden =
  /(?![\t\n])(?!(?<=\p{Extended_Pictographic}(?:\u{fe0f}|\p{Emoji_Modifier})?)\u{200d}(?=\p{Extended_Pictographic}))(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u{115f}|\u{1160}|\u{17b4}|\u{17b5}|\u{3164}|\u{ffa0})/gu;

/** Text with its invisible characters written out, such as `⟨U+202E⟩`. */
export function revealHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
