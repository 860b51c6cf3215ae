import { encode } from 'uqr'
import { siteName } from '#schema/site-name.ts'
import { linesOf } from './cut-to-fit.ts'

/** A6, upright, at 300 dots an inch: printers take it, and screens show it sharp. */
const card = { width: 1_240, height: 1_748, margin: 120 } as const
/** The same in PDF's points (1/72 inch). */
const page = { width: 297.6, height: 419.5 } as const

/** What stands on the card. */
export type CardWords = { readonly title: string; readonly link: string; readonly accessCode: string | null }

const fonts = { title: '600 76px Georgia, serif', text: '36px system-ui, sans-serif', code: '600 64px monospace' }

/** Draws the squares of a code, with the four of quiet around that readers need (ISO/IEC 18004). */
const drawCode = (context: CanvasRenderingContext2D, link: string, { top, size }: { top: number; size: number }) => {
  const { data } = encode(link, { ecc: 'M', border: 4 })
  const square = Math.floor(size / data.length)
  const left = Math.round((card.width - square * data.length) / 2)
  for (const [row, squares] of data.entries()) {
    for (const [column, isDark] of squares.entries()) {
      if (isDark) context.fillRect(left + column * square, top + row * square, square, square)
    }
  }
  return top + square * data.length
}

const draw = ({ title, link, accessCode }: CardWords): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: card.width, height: card.height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, card.width, card.height)
  context.fillStyle = '#1b1815'
  context.textAlign = 'center'
  const middle = card.width / 2
  const say = (text: string, font: string, at: number) => {
    context.font = font
    context.fillText(text, middle, at, card.width - 2 * card.margin)
  }
  context.font = fonts.title
  const lines = linesOf(context, title, card.width - 2 * card.margin)
  for (const [index, line] of lines.entries()) say(line, fonts.title, 200 + index * 92)
  const below = drawCode(context, link, { top: 240 + (lines.length - 1) * 92, size: 900 })
  say('Scan to see the photos', fonts.text, below + 60)
  if (accessCode !== null) {
    say('Access code', fonts.text, below + 150)
    say(accessCode, fonts.code, below + 230)
  }
  say(`${siteName} · ${new URL(link).host}`, fonts.text, card.height - 60)
  return canvas
}

/** A card to print and lay on a table: title, QR code of the link, access code. */
export const cardAsPng = async (words: CardWords): Promise<Blob> =>
  new Promise((resolve, reject) => {
    draw(words).toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))), 'image/png')
  })

/** The same as a page of A6. As a picture: letters of every script are as the browser draws them. */
export const cardAsPdf = async (words: CardWords): Promise<Blob> => {
  const [{ PDFDocument }, png] = await Promise.all([import('pdf-lib'), cardAsPng(words)])
  const document = await PDFDocument.create()
  document.setTitle(words.title)
  const picture = await document.embedPng(await png.arrayBuffer())
  document.addPage([page.width, page.height]).drawImage(picture, page)
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}
