import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { localSetting, setting } from '#functions/shared/settings/settings.ts'
import type { FileBucket } from '#functions/shared/storage/media-keys.ts'
import { eachPage } from '#functions/shared/table/pages.ts'

const settingOf = {
  originals: 'ORIGINALS_BUCKET',
  renditions: 'RENDITIONS_BUCKET',
  deliveries: 'DELIVERIES_BUCKET',
  zips: 'ZIPS_BUCKET',
} as const satisfies Record<FileBucket, string>

type Place = { KeyMarker: string | undefined; VersionIdMarker: string | undefined }

/**
 * Removes everything below a prefix for good: every version and every delete marker, which no deployed function may. The
 * credentials are the operator's.
 */
export const fileEraser = () => {
  const client = new S3Client({ forcePathStyle: localSetting('S3_PATH_STYLE') === 'true' })
  return async (bucket: FileBucket, prefix: string): Promise<void> => {
    const Bucket = setting(settingOf[bucket])
    const read = async (after: Place | undefined) => {
      const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...after }))
      const next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      return {
        files: [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])],
        next: page.IsTruncated ? next : undefined,
      }
    }
    for await (const { files } of eachPage(read))
      for (const { Key, VersionId } of files) await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
  }
}
