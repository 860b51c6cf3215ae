import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import { type BeginParts, beginZips } from '#functions/zips/begin-zips.ts'
import { isCurrent, zipsView } from '#functions/zips/zip-state.ts'
import type { Export } from '#schema/api/accounts.ts'
import type { api } from '#schema/api/all.ts'
import type { ExportZips, ZipSet } from '#schema/entities/zip-set.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { everything } from './export-files.ts'

type Endpoints = typeof api.accounts.endpoints
type Parts = BeginParts & { links: Pick<MediaLinks, 'download'> }

const ownerOf = (userId: UserId): ExportZips => ({ kind: 'export', userId })
/** Once a day, whatever became of it: the set is what limits it, so that many who ask at once make one. */
const nextOf = ({ askedAt }: ZipSet): string => stamp(afterHours(new Date(askedAt), limits.zip.exportHours))

const view = async ({ sets, now }: Pick<Parts, 'sets' | 'now'>, userId: UserId): Promise<Export> => {
  const set = await sets.find(ownerOf(userId))
  const nextAt = set && nextOf(set)
  return {
    zips: await zipsView({ sets, now }, { set, ...everything }),
    nextAt: nextAt !== undefined && nextAt > stamp(now()) ? nextAt : null,
  }
}

export const startExport =
  (parts: Parts): Operation<Endpoints['startExport']> =>
  async ({ caller }) => {
    await beginZips(parts, {
      owner: ownerOf(caller.userId),
      group: caller.userId,
      ...everything,
      isKept: (set, at) => nextOf(set) > stamp(at),
    })
    return view(parts, caller.userId)
  }

export const getExport =
  (parts: Parts): Operation<Endpoints['export']> =>
  async ({ caller }) =>
    view(parts, caller.userId)

/** A link to one part of the caller's own: whose it is stands in no address. */
export const downloadExport =
  ({ sets, links, now }: Parts): Operation<Endpoints['downloadExport']> =>
  async ({ params: { part }, caller }) => {
    const set = await sets.find(ownerOf(caller.userId))
    const isThere = isCurrent(set, { ...everything, at: now() }) && set.state === 'ready'
    if (!isThere || part > set.partCount) throw new AppError('zip_gone')
    const which = set.partCount === 1 ? '' : `-${part}-of-${set.partCount}`
    return links.download(mediaKeys.zip(set, part), `darkslide-export-${set.askedAt.slice(0, 10)}${which}.zip`)
  }
