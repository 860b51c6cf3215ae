import type { Page } from '@playwright/test'
import * as z from 'zod'

/** What is looked up in the demo market before pictures are taken. */
export type Market = {
  ridge: string
  race: string
  wings: string
  tables: string
  locked: string
  regatta: string
  wedding: string
  keptCart: string
  confirm: string
  mails: string
  proof: string
  firstPhoto: string
}

const Found = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) })
const Mails = z.array(z.object({ to: z.array(z.string()), text: z.string().optional() }))

const idOf = async (page: Page, path: string, title?: string) => {
  const answer = await page.request.get(path)
  const { items } = Found.parse(await answer.json())
  const found = title === undefined ? items[0] : items.find((each) => each.title === title)
  if (!found) throw new Error(`The demo market has no “${title ?? 'item'}” at ${path}.`)
  return found.id
}

const addressIn = async (page: Page, to: string, pattern: RegExp) => {
  const answer = await page.request.get('/__local/api/outbox')
  const mails = Mails.parse(await answer.json()).filter((mail) => mail.to.includes(to))
  const address = mails.map((mail) => pattern.exec(mail.text ?? '')?.[0]).find((each) => each !== undefined)
  if (address === undefined) throw new Error(`No mail to ${to} has an address like ${pattern.source}.`)
  const { pathname, search } = new URL(address)
  return pathname + search
}

export const lookUp = async (page: Page): Promise<Market> => {
  const ridge = await idOf(page, '/api/galleries?q=ridge', 'The Ridge in October')
  return {
    ridge,
    race: await idOf(page, '/api/galleries?q=marathon', 'Valley Half Marathon'),
    wings: await idOf(page, '/api/galleries?q=whiskers', 'Wings and Whiskers'),
    tables: await idOf(page, '/api/galleries?q=tables', 'Things Left on Tables'),
    locked: await idOf(page, '/api/galleries?q=puppies', 'Puppies of Harrow Farm'),
    regatta: 'Harbour Regatta',
    wedding: 'Maite & Jon',
    keptCart: await addressIn(page, 'callum@example.com', /https?:\/\/\S+\/cart\?kept=\S+/),
    confirm: await addressIn(page, 'walter@example.com', /https?:\/\/\S+\/mail\/confirm\/\S+/),
    mails: await addressIn(page, 'ines@example.com', /https?:\/\/\S+\/mail\/(?!confirm\/)\S+/),
    proof: await addressIn(page, 'maite@example.com', /https?:\/\/\S+\/proof\/[\w.-]+/),
    firstPhoto: await idOf(page, `/api/galleries/${ridge}/photos`),
  }
}
