import * as z from 'zod'
import { liveQuota } from '#functions/galleries/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { roomOf } from '#functions/profiles/upload-plan.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type Command, Refusal } from './command.ts'
import { photographerNamed } from './photographer.ts'

const wanted = z.coerce.number().int().min(1).max(100_000_000)
const Options = z.object({ gb: wanted.optional(), photos: wanted.optional() })
const inGb = (bytes: number) => (bytes / 1e9).toFixed(1)

export const quota: Command = {
  name: 'quota',
  summary: 'shows or raises how much a photographer may upload',
  help: `PAGE-NAME|USER-ID [--gb N] [--photos N]

Without options it only shows. The room given is the photographer's own, whatever the plan: gigabytes in all, and
photos a day (of a trial: photos in all). It can be raised and taken back; a plan that allows more stays.`,
  options: { gb: { type: 'string' }, photos: { type: 'string' } },
  run: async ({ positionals: [whom = ''], values }, { target, say }) => {
    const options = Options.safeParse(values)
    if (!options.success) throw new Refusal('Say --gb and --photos as whole numbers.')
    await target.actAs('functions/profiles/profiles.lambda.ts')
    const userId = await photographerNamed(whom)
    const profiles = liveProfiles()
    let profile = await profiles.get(userId)
    const { gb, photos } = options.data
    if (gb !== undefined || photos !== undefined) {
      const before = profile.uploadRoom ?? { maxBytes: 0, photos: 0 }
      const uploadRoom = { maxBytes: gb === undefined ? before.maxBytes : gb * 1e9, photos: photos ?? before.photos }
      profile = await profiles.save(userId, { uploadRoom }, { version: profile.version })
    }
    const room = roomOf(profile, systemClock())
    const used = await liveQuota().used(userId, room.day)
    const inAll = room.maxPhotos === null ? '' : ` of ${room.maxPhotos}`
    say(`${userId} (${room.plan}): ${inGb(used.bytes)} of ${inGb(room.maxBytes)} GB, ${used.photos}${inAll} photos,`)
    say(`${used.today} of ${room.maxPhotosADay} today.`)
  },
}
