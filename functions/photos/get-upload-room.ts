import type { QuotaStore } from '#functions/galleries/quota-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { roomOf } from '#functions/profiles/upload-plan.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'

type Parts = { profiles: Pick<ProfileStore, 'get'>; quota: Pick<QuotaStore, 'used'>; now: Clock }

/** What the upload page says before somebody meets a limit. */
export const getUploadRoom =
  ({ profiles, quota, now }: Parts): Operation<typeof api.photos.endpoints.uploadRoom> =>
  async ({ caller: { userId } }) => {
    const { plan, maxBytes, maxPhotos, maxPhotosADay, day } = roomOf(await profiles.get(userId), now())
    const { bytes, photos, today } = await quota.used(userId, day)
    return { plan, usedBytes: bytes, maxBytes, photos, maxPhotos, photosToday: today, maxPhotosADay }
  }
