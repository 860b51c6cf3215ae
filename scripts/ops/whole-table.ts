import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { setting } from '#functions/shared/settings/settings.ts'
import type { Item } from '#functions/shared/table/writes.ts'

/**
 * Every item of a table, a page at a time: half a read unit for 4 kB, so a million items of 1 kB cost some pence. Only for
 * an operator's questions; nothing that a visitor starts scans.
 * @param name Default: the table of the function that this process acts as.
 */
export async function* readWholeTable(name = setting('TABLE_NAME')): AsyncGenerator<Item> {
  const client = new DynamoDBClient({})
  try {
    for await (const page of paginateScan({ client }, { TableName: name })) {
      for (const item of page.Items ?? []) yield unmarshall(item)
    }
  } finally {
    client.destroy()
  }
}
