import * as z from 'zod'
import { liveQuota } from '#functions/galleries/live.ts'
import { liveProfiles } from '#functions/profiles/live.ts'
import { numbersAMonth } from '#functions/profiles/numbers-plan.ts'
import { roomOf } from '#functions/profiles/upload-plan.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { type Command, Refusal } from './command.ts'
import { photographerNamed } from './photographer.ts'

const wanted = z.coerce.number().int().min(1).max(100_000_000)
const Options = z.object({ gb: wanted.optional(), photos: wanted.optional(), numbers: wanted.optional() })
const inGb = (bytes: number) => (bytes / 1e9).toFixed(1)

/** What of a profile becomes another one. */
const changesOf = (profile: Profile, { gb, photos, numbers }: z.output<typeof Options>): Partial<Profile> => {
  const before = profile.uploadRoom ?? { maxBytes: 0, photos: 0 }
  const room = { maxBytes: gb === undefined ? before.maxBytes : gb * 1e9, photos: photos ?? before.photos }
  return {
    ...((gb !== undefined || photos !== undefined) && { uploadRoom: room }),
    ...(numbers !== undefined && { numbersAMonth: numbers }),
  }
}

export const quota: Command = {
  name: 'quota',
  summary: 'shows or raises how much a photographer may upload, and have numbers read in',
  help: `PAGE-NAME|USER-ID [--gb N] [--photos N] [--numbers N]

Without options it only shows. The room given is the photographer's own, whatever the plan: gigabytes in all, and
photos a day (of a trial: photos in all), and photos a month in which numbers are read. It can be raised and taken back;
a plan that allows more stays. Photos that waited for such a month are read in the next one, or when the switch of their
gallery is turned off and on.`,
  options: { gb: { type: 'string' }, photos: { type: 'string' }, numbers: { type: 'string' } },
  run: async ({ positionals: [whom = ''], values }, { target, say }) => {
    const options = Options.safeParse(values)
    if (!options.success) throw new Refusal('Say --gb, --photos and --numbers as whole numbers.')
    await target.actAs('functions/profiles/profiles.lambda.ts')
    const userId = await photographerNamed(whom)
    const profiles = liveProfiles()
    let profile = await profiles.get(userId)
    const changes = changesOf(profile, options.data)
    if (Object.keys(changes).length > 0) profile = await profiles.save(userId, changes, { version: profile.version })
    const now = systemClock()
    const room = roomOf(profile, now)
    const used = await liveQuota().used(userId, room.day)
    const inAll = room.maxPhotos === null ? '' : ` of ${room.maxPhotos}`
    say(`${userId} (${room.plan}): ${inGb(used.bytes)} of ${inGb(room.maxBytes)} GB, ${used.photos}${inAll} photos,`)
    say(`${used.today} of ${room.maxPhotosADay} today; numbers are read in ${numbersAMonth(profile, now)} a month.`)
  },
}
