import { showPortal, submitPortal } from './billing/portal-page.ts'
import { showCheckout, submitCheckout } from './checkout/checkout-page.ts'
import { showExpress } from './connect/express-page.ts'
import { showOnboarding, submitOnboarding } from './connect/onboarding-page.ts'
import { type Page, sentencePage } from './pages/layout.ts'
import { pageStyle } from './pages/page-style.ts'
import type { World } from './world.ts'

type Visit = { method: 'GET' | 'POST'; form: URLSearchParams }
type HostedPage = {
  pattern: RegExp
  show(world: World, id: string): Page
  submit(world: World, id: string, form: URLSearchParams): Page
}

const hostedPages: readonly HostedPage[] = [
  { pattern: /^\/c\/pay\/([^/]+)$/, show: showCheckout, submit: submitCheckout },
  { pattern: /^\/setup\/e\/([^/]+)$/, show: showOnboarding, submit: submitOnboarding },
  { pattern: /^\/p\/session\/([^/]+)$/, show: showPortal, submit: submitPortal },
  { pattern: /^\/express\/([^/]+)$/, show: showExpress, submit: showExpress },
]

/** The pages that Stripe would host, or undefined when `path` is none of theirs. */
export const hostedPage = (world: World, path: string, visit: Visit): Page | undefined => {
  if (path === '/assets/page.css') {
    return {
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
      body: pageStyle,
    }
  }
  for (const { pattern, show, submit } of hostedPages) {
    const id = pattern.exec(path)?.[1]
    if (id === undefined) continue
    return visit.method === 'GET' ? show(world, id) : submit(world, id, visit.form)
  }
  return undefined
}

export const notFoundPage = (world: World) =>
  sentencePage(world, { title: 'Page not found', status: 404, sentence: 'There is nothing at this address.' })
