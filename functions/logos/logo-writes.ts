import { chorePut } from '#functions/chores/chore-writes.ts'
import { withTrace } from '#functions/shared/table/traces.ts'
import type { Put } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import type { Logo } from '#schema/entities/brand.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

export type OwnedLogo = { readonly userId: UserId } & Pick<Logo, 'name'>

/** The subject of a logo's chore: whose it is, and the name of its files. */
export const logoSubject = {
  of: ({ userId, name }: OwnedLogo): string => `${userId}/${name}`,
  read: (subject: string) => {
    const [userId = '', ...name] = subject.split('/')
    return { userId, name: name.join('/') }
  },
}

/**
 * Files are looked at once more a day later: those of a logo that was replaced, when no page that is kept anywhere shows it
 * any more, and those of a new one whose request may have broken off before the profile named them.
 */
export const logoSweepPut = (logo: OwnedLogo, now: Date): Put =>
  withTrace(
    chorePut({
      kind: 'sweep-logo',
      subject: logoSubject.of(logo),
      dueAt: stamp(afterHours(now, limits.logo.sweepAfterHours)),
    }),
    logo.userId,
  )
