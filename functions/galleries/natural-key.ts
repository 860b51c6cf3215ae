/** Letters that Unicode does not take apart into a plain one and a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** A run of digits as a number: how many there are, then they, so that 9 comes before 10 and 007 is 7. */
const counted = (run: string): string => {
  const number = run.replace(/^0+/, '') || '0'
  return `${String(Math.min(number.length, 99)).padStart(2, '0')}${number}`
}

/**
 * A text as a sort key: read as people do, with 9 before 10, without case, accents and signs. One key for everybody's
 * language, since an index has one order: Latin letters as in English dictionaries, other scripts as Unicode orders them.
 * @param length How many letters of it count.
 */
export const naturalKey = (text: string, length: number): string =>
  [
    ...text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßæœøđðłþı]/g, (letter) => spelled[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .replace(/\d+/g, counted),
  ]
    .slice(0, length)
    .join('')
