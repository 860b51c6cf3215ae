import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { completeItem } from '#functions/galleries/migrate-layout.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import { keptJson } from '#local/process/kept-json.ts'
import { StartFailure } from '#local/process/start-failure.ts'
import { galleryLayout } from '#schema/entities/gallery.ts'
import { localCredentials } from './make-table.ts'

const Layout = z.object({ layout: z.int() })

type State = {
  readonly table: { readonly name: string; readonly endpoint: string; readonly region: string }
  /** Remembers the layout of what the table holds; a state folder without it is of the first release. */
  readonly file: string
  readonly isNew: boolean
  readonly now: () => Date
}

/**
 * Migrates a state folder's table that an earlier release wrote, as `npm run ops -- migrate` does in the cloud.
 * @returns how many photographers and galleries were completed.
 * @throws StartFailure when a later release wrote the table.
 */
export const completeTable = async ({ table, file, isNew, now }: State): Promise<number> => {
  const kept = keptJson(file, Layout, () => ({ layout: isNew ? galleryLayout : 1 }))
  const { layout } = kept.get()
  if (layout > galleryLayout)
    throw new StartFailure('The state folder is of a later release: "npm start -- --fresh" starts over.')
  if (layout === galleryLayout) return 0
  const { name, endpoint, region } = table
  const client = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  try {
    const market = dynamoTable(name, client)
    const complete = completeItem({
      galleries: galleryStore(market),
      photos: photoStore(market),
      profiles: profileStore(market),
      now,
    })
    let count = 0
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
      for (const item of Items) if (await complete(unmarshall(item))) count += 1
    }
    kept.set({ layout: galleryLayout })
    return count
  } finally {
    client.destroy()
  }
}
