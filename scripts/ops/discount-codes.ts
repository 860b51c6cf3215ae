import * as z from 'zod'
import { codeHashOf } from '#functions/orders/discount-store.ts'
import { liveDiscounts } from '#functions/orders/live.ts'
import { stamp, systemClock } from '#functions/shared/time/clock.ts'
import { Discount } from '#schema/entities/discount.ts'
import { type Command, type Input, Refusal, type Say } from './command.ts'
import { dayOf } from './days.ts'
import { readWholeTable } from './whole-table.ts'

const Options = z.object({
  percent: z.coerce.number().int().min(1).max(100).optional(),
  'max-uses': z.coerce.number().int().min(1).optional(),
  until: z.string().optional(),
})

// The launch code is a setting; what operators make are rows.
const store = () => liveDiscounts(async () => '')

const create = async (code: string, values: Input['values'], say: Say): Promise<void> => {
  const options = Options.safeParse(values)
  if (!options.success || options.data.percent === undefined) throw new Refusal('Say --percent 1 to 100.')
  const { percent, until, 'max-uses': maxUses } = options.data
  const wanted: Discount = Discount.parse({
    codeHash: codeHashOf(code),
    percent,
    isActive: true,
    expiresAt: until === undefined ? null : stamp(dayOf(until, 'the last day')),
    maxUses: maxUses ?? null,
    uses: 0,
    lateUses: 0,
    createdAt: stamp(systemClock()),
  })
  const made = await store().create(wanted)
  if (made !== wanted) throw new Refusal('There is such a code already; it stays as it is.')
  say(`The code takes ${percent}% off.`)
}

const disable = async (code: string, say: Say): Promise<void> => {
  if (!(await store().disable(code))) throw new Refusal('There is no such code.')
  say('The code is off. Orders that were opened with it keep their price.')
}

const list = async (say: Say): Promise<void> => {
  for await (const item of readWholeTable()) {
    if (!String(item.PK).startsWith('DISCOUNT#') || item.SK !== 'META') continue
    const { codeHash, photographerId, percent, isActive, expiresAt, maxUses, uses } = Discount.parse(item)
    if (photographerId !== null) continue
    const end = expiresAt === null ? 'without end' : `until ${expiresAt.slice(0, 10)}`
    say(`${codeHash.slice(0, 12)}  ${percent}%  ${uses}/${maxUses ?? 'any'}  ${end}${isActive ? '' : '  off'}`)
  }
}

export const discountCodes: Command = {
  name: 'discount-codes',
  summary: 'creates, switches off or lists discount codes',
  help: `create CODE --percent N [--until YYYY-MM-DD] [--max-uses N]
                           disable CODE
                           list

Codes themselves are not stored; the list names each by the beginning of its SHA-256. It reads the whole table.`,
  options: { percent: { type: 'string' }, until: { type: 'string' }, 'max-uses': { type: 'string' } },
  run: async ({ positionals: [what, code], values }, { target, say }) => {
    await target.actAs('functions/orders/orders.lambda.ts')
    if (what === 'list') return list(say)
    if (code === undefined || code.trim().length < 4) throw new Refusal('Name a code of at least four characters.')
    if (what === 'create') return create(code, values, say)
    if (what === 'disable') return disable(code, say)
    throw new Refusal('Say create, disable or list.')
  },
}
