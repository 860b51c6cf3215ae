import { type IdMaker, idMaker, systemRandom } from './ids/ids.ts'
import { type GallerySessions, gallerySessions } from './sessions/gallery-sessions.ts'
import { liveSigner } from './signing/signer.ts'
import { type Cursors, cursors } from './table/cursors.ts'
import { systemClock } from './time/clock.ts'

export const liveIds = (): IdMaker => idMaker(systemClock, systemRandom)
export const liveCursors = (): Cursors => cursors(liveSigner())
export const liveSessions = (): GallerySessions =>
  gallerySessions({ signer: liveSigner(), random: systemRandom, now: systemClock })
