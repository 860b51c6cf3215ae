/** What a face of every English text declares; the other files of a typeface are fetched by who has such letters. */
const everyText = /U\+0*20-0*7E/i

/**
 * Adds the typefaces of a style element that is not in the page, in one step once the letters of English are here: each
 * rule that comes, and each of its files, lays all text of a page out again, 50 to 80 ms on a slow phone.
 */
export const addTypefaces = async (style: Element): Promise<void> => {
  let sheet: CSSStyleSheet
  try {
    sheet = new CSSStyleSheet()
  } catch {
    // Safari before 16.4 makes none. https://caniuse.com/mdn-api_cssstylesheet_cssstylesheet
    document.head.append(style)
    return
  }
  sheet.replaceSync(style.textContent)
  const faces = [...sheet.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const value = (name: string) => rule.style.getPropertyValue(name)
    return new FontFace(value('font-family'), value('src'), {
      weight: value('font-weight'),
      unicodeRange: value('unicode-range'),
      display: 'swap',
    })
  })
  await Promise.allSettled(faces.filter(({ unicodeRange }) => everyText.test(unicodeRange)).map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}
