import { setTimeout as pause } from 'node:timers/promises'
import { localSetting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type PaceName, paceStore } from './pace-store.ts'
import { type Turn, turnsOf } from './turns.ts'

/** The turns of this function. @param perSecond Of all functions together. */
export const liveTurns = (name: PaceName, perSecond: () => number): Turn =>
  turnsOf({
    paces: paceStore(liveTable(), systemClock),
    pace: () => ({ name, perSecond: perSecond() * localSetting('PACE_SCALE') }),
    now: systemClock,
    wait: pause,
  })
