/**
 * A text as at most two lines in the context's font, broken at blanks; what does not fit ends in an ellipsis.
 * @param width In the context's pixels.
 */
export const linesOf = (context: CanvasRenderingContext2D, text: string, width: number): string[] => {
  const fits = (line: string) => context.measureText(line).width <= width
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && fits(`${line} ${word}`)) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  const shown = lines.slice(0, 2).map((line) => {
    let cut = line
    while (cut.length > 1 && !fits(cut === line ? cut : `${cut}…`)) cut = cut.slice(0, -1)
    return cut === line ? line : `${cut}…`
  })
  return lines.length > 2 ? [shown[0] ?? '', `${shown[1] ?? ''}…`] : shown
}
