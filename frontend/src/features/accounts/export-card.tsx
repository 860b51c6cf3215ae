import { FolderDown } from 'lucide-react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import {
  PackingProgress,
  Problem,
  type ReadyZips,
  SavePart,
  type ZipPart,
  ZipParts,
} from '#frontend/shared/zips/zip-parts.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { useExport, useExportLink, useStartExport } from './export.ts'

/** Everything that the photographer keeps here, packed by the server once a day. */
export const ExportCard = ({ email }: { email: string }) => {
  const { data, isError } = useExport()
  const start = useStartExport()
  return (
    <Card aria-labelledby="export">
      <Stack gap="4" alignItems="flex-start">
        <Heading id="export" look="heading">
          Your data
        </Heading>
        <Text color="ink.muted">
          Your originals in zips, with your galleries, prices, sales, clients’ choices and the favourites you were sent
          as tables beside them.
        </Text>
        {isError && <Problem text="Your export could not be looked up. Load this page again." />}
        {data?.zips.state === 'making' && (
          <PackingProgress
            label="Packing your data"
            zips={data.zips}
            email={email}
            takes="This may take an hour or more."
          />
        )}
        {data?.zips.state === 'failed' && <Problem text="Your export could not be made. We have been told." />}
        {data?.zips.state === 'ready' && <Parts zips={data.zips} />}
        {data?.nextAt === null && (
          <Button busy={start.isPending} onClick={() => start.mutate({ body: {} })}>
            <FolderDown aria-hidden />
            {data.zips.state === 'ready' ? 'Export everything again' : 'Export everything'}
          </Button>
        )}
        {start.error && (
          <Problem text={waitSentenceOf(start.error) ?? 'The export could not be started. Please try again.'} />
        )}
        {data && data.nextAt !== null && data.zips.state !== 'making' && (
          <Text textStyle="small" color="ink.muted">
            Everything can be exported once a day: again from {formatMinute(data.nextAt)}.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const Parts = ({ zips: { parts, missing, expiresAt } }: { zips: ReadyZips }) => (
  <>
    <Text textStyle="small">Here until {formatMinute(expiresAt)}, for you alone.</Text>
    <ZipParts label="Parts of your export" parts={parts}>
      {(part) => <Part part={part} of={parts.length} />}
    </ZipParts>
    {missing > 0 && <Problem text={`${countOf(missing, 'file')} could not be packed. We have been told.`} />}
  </>
)

const Part = ({ part, of }: { part: ZipPart; of: number }) => (
  <SavePart part={part} of={of} link={useExportLink()} request={{ params: { part: part.part }, body: {} }} />
)
