import type { PDFFont, PDFPage } from 'pdf-lib'
import { encode } from 'uqr'
import { siteName } from '#schema/site-name.ts'
import { linesOf } from './cut-to-fit.ts'

/** A4 in PDF's points (1/72 inch); cut into two by four it is eight cards of A7 (ISO 216). */
const sheet = { width: 595.28, height: 841.89, columns: 2, rows: 4 } as const
const perSheet = sheet.columns * sheet.rows
const card = { width: sheet.width / sheet.columns, height: sheet.height / sheet.rows } as const
const margin = 20
/** The code with its quiet zone, at the left; the words beside it. */
const code = { size: 158, left: margin - 8, bottom: (card.height - 158) / 2 } as const
const words = { left: code.left + code.size, width: card.width - code.left - code.size - margin, height: 158 } as const
/** Pixels of the words' picture for each point: 300 an inch. */
const sharpness = 300 / 72
const number = { bottom: card.height / 2 - 14, mostPoints: 44 } as const

/** What stands on every card beside its number. */
type NumberCards = {
  readonly title: string
  readonly accessCode: string | null
  readonly numbers: readonly string[]
  readonly linkOf: (number: string) => string
}

/** The words that all cards share, as a picture: letters of every script are as the browser draws them. */
const wordsAsPng = async ({ title, accessCode }: NumberCards): Promise<ArrayBuffer> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.round(words.width * sharpness), height: Math.round(words.height * sharpness) })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.fillStyle = '#1b1815'
  context.textBaseline = 'alphabetic'
  context.font = '600 46px Georgia, serif'
  const lines = linesOf(context, title, canvas.width)
  for (const [index, line] of lines.entries()) context.fillText(line, 0, 60 + index * 56, canvas.width)
  const say = (text: string, font: string, above: number) => {
    context.font = font
    context.fillText(text, 0, canvas.height - above, canvas.width)
  }
  say('Scan to see your photos', '32px system-ui, sans-serif', accessCode === null ? 76 : 170)
  if (accessCode !== null) {
    say('Access code', '28px system-ui, sans-serif', 118)
    say(accessCode, '600 38px monospace', 72)
  }
  say(`${siteName} · ${location.host}`, '26px system-ui, sans-serif', 22)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('No picture was made.')
  return picture.arrayBuffer()
}

/** The dark squares of a code as one filled path in PDF's own signs (ISO 32000-1, 8.5.2), each row's runs joined. */
const pathOf = (link: string, { x, y }: { x: number; y: number }): string => {
  // Four squares of quiet around it, which readers need (ISO/IEC 18004).
  const { data, size } = encode(link, { ecc: 'M', border: 4 })
  const scale = code.size / size
  const runs = data.flatMap((row, index) => {
    const found: string[] = []
    for (let from = 0; from < size; from += 1) {
      if (row[from] !== true) continue
      let to = from
      while (row[to] === true) to += 1
      found.push(`${String(from)} ${String(size - 1 - index)} ${String(to - from)} 1 re`)
      from = to
    }
    return found
  })
  const place = [scale, 0, 0, scale, x, y].map((each) => each.toFixed(4)).join(' ')
  return `q 0 g ${place} cm\n${runs.join('\n')}\nf Q\n`
}

/** Where a card's corner lies, from the sheet's lower left one, as PDF counts; the first card is at the top. */
const cornerOf = (index: number) => ({
  x: (index % sheet.columns) * card.width,
  y: sheet.height - (Math.floor(index / sheet.columns) + 1) * card.height,
})

const drawNumber = (page: PDFPage, font: PDFFont, text: string, { x, y }: { x: number; y: number }) => {
  const size = Math.min(number.mostPoints, words.width / font.widthOfTextAtSize(text, 1))
  page.drawText(text, { x: x + words.left, y: y + number.bottom, size, font })
}

/** Browsers draw what changed, and take presses, between two sheets. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A card of A7 for each number: its code leads to the gallery's photos of that number. Eight a sheet of A4, to cut. */
export const numberCardsAsPdf = async (cards: NumberCards): Promise<Blob> => {
  const { PDFDocument, StandardFonts } = await import('pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle(cards.title)
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  const picture = await document.embedPng(await wordsAsPng(cards))
  const grey = { thickness: 0.4, opacity: 0.4, dashArray: [3, 3] }
  for (let first = 0; first < cards.numbers.length; first += perSheet) {
    const page = document.addPage([sheet.width, sheet.height])
    const shown = cards.numbers.slice(first, first + perSheet)
    const paths = shown.map((text, index) => {
      const corner = cornerOf(index)
      drawNumber(page, font, text, corner)
      const bottom = corner.y + (card.height - words.height) / 2
      page.drawImage(picture, { x: corner.x + words.left, y: bottom, width: words.width, height: words.height })
      return pathOf(cards.linkOf(text), { x: corner.x + code.left, y: corner.y + code.bottom })
    })
    // Where to cut.
    page.drawLine({ ...grey, start: { x: card.width, y: 0 }, end: { x: card.width, y: sheet.height } })
    for (let row = 1; row < sheet.rows; row += 1)
      page.drawLine({ ...grey, start: { x: 0, y: row * card.height }, end: { x: sheet.width, y: row * card.height } })
    page.node.addContentStream(document.context.register(document.context.flateStream(paths.join(''))))
    if (first % (perSheet * 10) === 0) await pause()
  }
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}
