import { liveGalleries } from '#functions/galleries/live.ts'
import { takeDown } from '#functions/galleries/take-down.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveZipSets } from '#functions/zips/live.ts'
import { forgetExport, mayExportHold } from '#functions/zips/remove-zips.ts'
import { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import { type Command, Refusal } from './command.ts'
import { ownerOfPage } from './photographer.ts'
import type { Target } from './target.ts'

const maxReason = 500

export const takedown: Command = {
  name: 'takedown',
  summary: 'takes a gallery, photo or public page out of sight, or shows it again (--lift)',
  help: `gallery|photo|page ID --reason TEXT
              gallery|photo|page ID --lift

ID is a gallery's or photo's id; of a page its name, or the user id. It leaves lists, search, portfolio, pages and
reviews at once, its pictures and an export that may hold it are removed, and CloudFront's copies are called back, which
takes some minutes; what was sold stays deliverable. The owner is told by email, reads the reason, and cannot lift it.
Lifted, its pictures are drawn anew within minutes. Broken off, say it again.`,
  options: { reason: { type: 'string' }, lift: { type: 'boolean', default: false } },
  run: async ({ positionals: [what = '', id = ''], values }, { target, say }) => {
    const reason = reasonOf(values)
    await target.actAs('functions/galleries/galleries.lambda.ts')
    await target.actAs('functions/media/render-photo.lambda.ts')
    await target.actAs('functions/zips/make-zips.lambda.ts')
    const subject = await subjectOf(what, id)
    const isChanged = await takeDown({
      // Without a recall of their own: one call at the end tells CloudFront of everything.
      ...liveGalleries(),
      profiles: liveProfiles(),
      storage: liveStorage(),
      mayExportHold: mayExportHold({ sets: liveZipSets(), now: systemClock }),
      forgetExport: forgetExport({ sets: liveZipSets(), storage: liveStorage() }),
      ids: liveIds(),
      siteUrl: () => setting('SITE_URL'),
      callBack: (paths) => calledBack(target, subject.id, paths),
      now: systemClock,
    })(subject, reason)
    if (!isChanged) say(`Nothing to do: this ${what} is ${reason === null ? 'not taken down' : 'taken down already'}.`)
    else say(`${subject.id} is ${reason === null ? 'shown again' : 'taken down'}. Its owner is told by email.`)
  },
}

const calledBack = async (target: Target, id: string, paths: readonly string[]): Promise<void> => {
  try {
    await target.callBack(paths)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(`${id} is taken down, but CloudFront still holds its pictures. Say it again.\n${error.message}`)
  }
}

const reasonOf = ({ reason, lift }: Readonly<Record<string, unknown>>): string | null => {
  const text = typeof reason === 'string' ? reason.trim() : ''
  if (lift === true && text === '') return null
  if (lift === true || text === '') throw new Refusal('Say why (--reason "…"), which its owner reads, or --lift it.')
  if (text.length > maxReason) throw new Refusal(`A reason is at most ${maxReason} characters long.`)
  return text
}

const subjectOf = async (what: string, id: string) => {
  if (what === 'gallery') return { what, id: parsed(GalleryId, id) } as const
  if (what === 'photo') return { what, id: parsed(PhotoId, id) } as const
  if (what !== 'page') throw new Refusal('Say what: gallery, photo or page.')
  return { what, id: (await ownerOfPage(id)) ?? parsed(UserId, id) } as const
}

type Ids<T> = { safeParse: (text: string) => { success: true; data: T } | { success: false } }

const parsed = <T>(ids: Ids<T>, text: string): T => {
  const read = ids.safeParse(text)
  if (!read.success) throw new Refusal(`There is nothing like "${text}".`)
  return read.data
}
