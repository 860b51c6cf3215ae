import { type RefusalCode, type Refused, refuse } from './refusals.ts'

/** Files that are no photo, or none we take, by their first bytes. */
const signatures: [string, RefusalCode][] = [
  ['%PDF-', 'pdf'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf\x27\x1c', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ\0', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['MZ', 'program'],
  ['\x7fELF', 'program'],
  ['\xcf\xfa\xed\xfe', 'program'],
  ['\xca\xfe\xba\xbe', 'program'],
  ['#!', 'program'],
  ['GIF8', 'gif'],
  ['8BPS', 'photoshop'],
  ['FUJIFILMCCD-RAW', 'unsupported_raw'],
  ['FOVb', 'unsupported_raw'],
  ['\0MRM', 'unsupported_raw'],
  ['BM', 'other_image'],
  ['\0\0\0\x0cjP  ', 'other_image'],
  ['\xff\x4f\xff\x51', 'other_image'],
  ['\0\0\0\x0cJXL ', 'other_image'],
  ['\xff\x0a', 'other_image'],
  ['\x76\x2f\x31\x01', 'other_image'],
  ['II+\0', 'unsupported_variant'],
  ['MM\0+', 'unsupported_variant'],
  ['RIFF', 'video'],
  ['OggS', 'video'],
  ['ID3', 'video'],
  ['FLV', 'video'],
  ['\x1a\x45\xdf\xa3', 'video'],
]

/** Files of the ISO base media family say what they are in the brands of their first box (ISO/IEC 14496-12, 4.3). */
const refuseMedia = (head: Buffer): Refused => {
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), 64))
  if (/^crx /.test(brands)) return refuse('unsupported_raw')
  if (/avi[fs]/.test(brands)) return refuse('avif')
  return refuse(/hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'heic' : 'video')
}

const prologues = [
  ['<?xml', '>'],
  ['<!--', '-->'],
] as const

/** Without the XML declaration and the comments that a page may begin with; each is looked for once. */
const withoutPrologue = (text: string): string => {
  const prologue = prologues.find(([begin]) => text.startsWith(begin))
  if (!prologue) return text
  const [begin, close] = prologue
  const end = text.indexOf(close, begin.length)
  return end < 0 ? text : withoutPrologue(text.slice(end + close.length).trimStart())
}

const refuseText = (head: Buffer): Refused => {
  const text = head.toString('latin1').replaceAll('\0', '').toLowerCase()
  const opening = text.replace(/^[\xef\xbb\xbf\xff\xfe\s]+/, '')
  if (opening.startsWith('<svg') || (/^<[?!]/.test(opening) && opening.includes('<svg'))) return refuse('svg')
  return refuse(/^<(?:!doctype html|html|head|body|script)/.test(withoutPrologue(opening)) ? 'web_page' : 'unknown')
}

/** Names what a file is that does not begin as any of our formats does, so that its owner knows what to change. */
export const refuseForeignFormat = (head: Buffer): Refused => {
  const start = head.toString('latin1', 0, 16)
  if (start.slice(4, 8) === 'ftyp') return refuseMedia(head)
  const known = signatures.find(([signature]) => start.startsWith(signature))
  return known ? refuse(known[1]) : refuseText(head)
}
