/** Text that is safe to put into a page as it is. */
export type Html = { readonly html: string }

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

type Part = string | number | Html | readonly Html[]

const isList = (part: Part): part is readonly Html[] => Array.isArray(part)

const written = (part: Part): string => {
  if (isList(part)) return part.map(({ html }) => html).join('')
  return typeof part === 'object' ? part.html : escaped(String(part))
}

/** A piece of a page; whatever is put into it is escaped unless it is a piece itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => `${text}${index < parts.length ? written(parts[index] ?? '') : ''}`).join(''),
})

const style = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; --line: #8884; --soft: #8881; --accent: light-dark(#9c4420, #f0986f); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; position: sticky; top: 0; background: Canvas; padding: .5rem 0; border-bottom: 1px solid var(--line); }
nav a { padding: .35rem 0; } a { color: var(--accent); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
td, th { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
form { display: inline-flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 0; }
button, input, select { font: inherit; min-height: 2.75rem; padding: 0 .9rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); color: inherit; }
input[type=number] { width: 6rem; } button { cursor: pointer; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.bad { color: light-dark(#b3141f, #ff8a80); font-weight: 600; } .quiet { opacity: .7; } .number { font-variant-numeric: tabular-nums; } th, .number { overflow-wrap: normal; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: .4rem; background: #fff; }
pre { white-space: pre-wrap; background: var(--soft); padding: .75rem; border-radius: .4rem; }
.code { font-size: 1.6rem; letter-spacing: .15em; font-weight: 600; }
.wide { overflow-x: auto; }
@media (max-width: 40rem) { .wide table { min-width: 44rem; } }
`

/** A whole page of the control pages: no script, nothing from elsewhere. */
export const page = (title: string, body: Html) =>
  html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Darkslide, local</title>
<style>${{ html: style }}</style>
</head>
<body><main>${body}</main></body>
</html>`.html
