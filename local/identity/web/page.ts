import type { ServerResponse } from 'node:http'

/** Markup that may go into a page as it is. */
export type Html = { readonly markup: string }

/** Escapes what is put between its parts, unless it is markup already. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html => ({
  markup: parts.map((part, index) => part + markupOf(values[index] ?? '')).join(''),
})

const markupOf = (value: string | Html | readonly Html[]): string => {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

// Plain on purpose: these pages stand where somebody else's would, and must not be taken for theirs.
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { background: Canvas; color: CanvasText; margin: 0; display: grid; min-height: 100vh; place-items: center }
main { width: min(25rem, 100vw - 2rem); padding: 2rem 0 }
h1 { font-size: 1.5rem; margin: 0 0 .25rem }
h2 { font-size: 1rem; margin: 2rem 0 .5rem }
ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: .5rem }
form { display: grid; gap: 1rem } li form { display: block } .apart { margin-top: 1rem }
label { display: grid; gap: .25rem } label.tick { display: flex; gap: .5rem; align-items: center }
input:not([type=checkbox]), button, .button { font: inherit; padding: .625rem .875rem; border: 1px solid GrayText; border-radius: .5rem }
button, .button { display: block; box-sizing: border-box; width: 100%; cursor: pointer; text-align: start; text-decoration: none; color: inherit; background: Canvas }
button:hover, .button:hover { background: color-mix(in srgb, Canvas, CanvasText 8%) }
button small, .note { display: block; color: color-mix(in srgb, Canvas, CanvasText 70%) }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
.note { border-top: 1px solid GrayText; margin-top: 2rem; padding-top: .75rem; font-size: .875rem }
`

type Page = { title: string; body: Html; note: string; status?: number }

export const sendPage = (response: ServerResponse, { title, body, note, status = 200 }: Page): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(
    html`<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ markup: style }}</style></head>
<body><main><h1>${title}</h1>${body}<p class="note">${note}</p></main></body>
</html>`.markup,
  )
}

export const redirect = (response: ServerResponse, to: string): void => {
  response.writeHead(302, { location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}
