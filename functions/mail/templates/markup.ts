/** What a mail says: the same in plain text and in HTML. */
export type Mail = { subject: string; text: string; html: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** One thing to say: a paragraph, a list of amounts, or a button to press. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }

export const text = (paragraph: string): Block => ({ kind: 'text', text: paragraph })
export const rows = (table: readonly (readonly [string, string])[]): Block => ({ kind: 'rows', rows: table })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

const plain = (block: Block): string => {
  if (block.kind === 'text') return block.text
  if (block.kind === 'button') return `${block.label}: ${block.url}`
  return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
}

const cell = 'padding:6px 0;border-bottom:1px solid #e4e4e7;'
const markup = (block: Block): string => {
  if (block.kind === 'text') return `<p style="margin:0 0 16px;">${escapeHtml(block.text)}</p>`
  if (block.kind === 'button') {
    return `<p style="margin:24px 0;"><a href="${escapeHtml(block.url)}" style="background:#18181b;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block;">${escapeHtml(block.label)}</a></p>`
  }
  const lines = block.rows.map(
    ([name, value]) =>
      `<tr><td style="${cell}">${escapeHtml(name)}</td><td style="${cell}text-align:right;">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;">${lines.join('')}</table>`
}

/** A header takes one line of text: what people wrote cannot begin another. */
const oneLine = (subject: string): string => subject.replace(/\s+/g, ' ').trim()

/** Writes a mail from its blocks. All of it is text of ours or of people; none of it is taken for markup. */
export const mail = (subject: string, blocks: readonly Block[]): Mail => ({
  subject: oneLine(subject),
  text: `${[...blocks.map(plain), 'Darkslide'].join('\n\n')}\n`,
  html: [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"></head>',
    '<body style="margin:0;background:#fafafa;color:#18181b;font:16px/1.5 system-ui,sans-serif;">',
    '<div style="max-width:560px;margin:0 auto;padding:32px 24px;">',
    `<h1 style="font-size:20px;margin:0 0 24px;">${escapeHtml(oneLine(subject))}</h1>`,
    ...blocks.map(markup),
    '<p style="color:#71717a;margin:32px 0 0;">Darkslide</p></div></body></html>',
  ].join(''),
})
