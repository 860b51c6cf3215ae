import { liveTraceLayout } from '#functions/accounts/live.ts'
import { traceWalk } from '#functions/accounts/trace-layout-store.ts'
import { layoutPlaceStore } from '#functions/galleries/layout-place-store.ts'
import { liveGalleries } from '#functions/galleries/live.ts'
import { completeItem, countOutdated } from '#functions/galleries/migrate-layout.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import type { Command } from './command.ts'
import { readWholeTable } from './whole-table.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'completes what an earlier release wrote, and says how much is left',
  help: `[--apply] [--again]

Reads the whole table and counts the photographers, galleries and other items that are stored as an earlier release wrote them.
--apply completes each: its addresses, its place in the portfolio, and the index by which erasing finds what a person
left (until then erasing reads the whole table). Wherever it stops, the next call goes on from there;
--again begins at the front. Run it once every function is of the new release, until it says that nothing is left; until
then the site reads what is old as it is.`,
  options: { apply: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
  run: async ({ values }, { target, say }) => {
    await target.actAs('functions/galleries/galleries.lambda.ts')
    const places = layoutPlaceStore(liveTable())
    if (values.apply === true) {
      const complete = completeItem({ ...liveGalleries(), profiles: liveProfiles(), now: systemClock })
      const traces = traceWalk(liveTable())
      const after = values.again === true ? undefined : await places.find()
      let count = 0
      for await (const item of readWholeTable(undefined, { after, onPage: places.keep })) {
        const isCompleted = [await complete(item), await traces.complete(item)].includes(true)
        if (isCompleted) count += 1
      }
      await places.forget()
      say(`Completed ${count}.`)
    }
    let others = 0
    const traces = traceWalk(liveTable())
    const counted = async function* () {
      for await (const item of readWholeTable()) {
        if (traces.isLacking(item)) others += 1
        yield item
      }
    }
    const { photographers, galleries } = await countOutdated(counted())
    // A function of the earlier release may have written behind the walk: only what was counted after it is known.
    if (values.apply === true && others === 0) await liveTraceLayout().setComplete()
    say(`${photographers} photographers, ${galleries} galleries and ${others} other items are left.`)
    if (photographers + galleries + others > 0) say('Complete them with --apply.')
  },
}
