import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import { localSetting, setting } from '#functions/shared/settings/settings.ts'
import type { FileBucket } from '#functions/shared/storage/media-keys.ts'

const settingOf = {
  originals: 'ORIGINALS_BUCKET',
  renditions: 'RENDITIONS_BUCKET',
  deliveries: 'DELIVERIES_BUCKET',
} as const satisfies Record<FileBucket, string>

/**
 * Removes everything below a prefix for good: every version and every delete marker, which no deployed function may. The
 * credentials are the operator's.
 */
export const fileEraser = () => {
  const client = new S3Client({ forcePathStyle: localSetting('S3_PATH_STYLE') === 'true' })
  return async (bucket: FileBucket, prefix: string): Promise<void> => {
    const Bucket = setting(settingOf[bucket])
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {}
    while (from) {
      const page: ListObjectVersionsCommandOutput = await client.send(
        new ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...from }),
      )
      for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
        await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined
    }
  }
}
