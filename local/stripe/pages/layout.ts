import { pagePath, type World } from '../world.ts'
import { type Html, html } from './html.ts'

export type Page = { status: number; headers: Record<string, string>; body: string }

/** Where a hosted page's form may lead; browsers hold redirects after a form to it as well. */
type Leads = readonly (string | null)[]

const originOf = (url: string | null) => {
  try {
    return url === null ? undefined : new URL(url).origin
  } catch {
    return undefined
  }
}

/** A whole page, plain and without scripts, which says that no money moves. */
export const page = (world: World, content: { title: string; main: Html; status?: number; leads?: Leads }): Page => {
  const targets = new Set(["'self'", ...(content.leads ?? []).map(originOf).filter((origin) => origin !== undefined)])
  return {
    status: content.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${[...targets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${content.title}</title>
<link rel="stylesheet" href="${pagePath(world, '/assets/page.css')}">
</head>
<body>
<header><p class="notice">Local stand-in for Stripe: no real money moves, and no real card works.</p></header>
<main>${content.main}</main>
</body>
</html>
`.markup,
  }
}

export const redirect = (location: string): Page => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

/** A page of one sentence, and perhaps a way back. */
export const sentencePage = (
  world: World,
  said: { title: string; sentence: string; status?: number; back?: { label: string; url: string } | undefined },
): Page =>
  page(world, {
    title: said.title,
    status: said.status ?? 200,
    main: html`<h1>${said.title}</h1>
<p>${said.sentence}</p>
${said.back ? html`<p><a href="${said.back.url}">${said.back.label}</a></p>` : null}`,
  })
