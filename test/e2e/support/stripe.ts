import type { Page } from '@playwright/test'
import * as z from 'zod'
import type { Controls } from '#local/stripe/control.ts'

const Environments = z.record(z.string(), z.looseObject({ STRIPE_API_URL: z.string().optional() }))
const Overview = z.object({
  events: z.array(z.object({ type: z.string(), data: z.object({ object: z.looseObject({ id: z.string() }) }) })),
})

type Control = Exclude<keyof Controls, 'overview'>
type InputOf<C extends Control> = Parameters<Controls[C]>[0]

/** What the card provider, the banks and bad luck would do. */
export const stripeOf = (page: Page) => {
  const control = async <C extends Control>(name: C, input: InputOf<C>): Promise<unknown> => {
    const answer = await page.request.get('/__local/api/environments')
    const url = Environments.parse(await answer.json())['functions/orders/orders.lambda.ts']?.STRIPE_API_URL
    const done = await page.request.post(`${url}/__control/${name}`, { data: { ...input } })
    if (!done.ok()) throw new Error(`The stand-in refused ${name}: ${await done.text()}`)
    return done.json()
  }
  return {
    control,
    /** The newest object that an event of a type told of and that names this id, as the order or the charge it is for. */
    newest: async (type: string, id: string) => {
      const answer = await page.request.get('/__local/api/stripe')
      const event = Overview.parse(await answer.json()).events.find(
        (each) => each.type === type && JSON.stringify(each.data.object).includes(`"${id}"`),
      )
      if (!event) throw new Error(`Stripe told nothing of ${type} for ${id}.`)
      return event.data.object
    },
  }
}
