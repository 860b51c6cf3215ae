import { FolderDown } from 'lucide-react'
import { Suspense } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Problem } from '#frontend/ui/problem.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import { useExport, useStartExport } from './export.ts'

const PackedExport = lazyPart(
  () => import('./packed-export.tsx'),
  (m) => m.PackedExport,
)

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
        {(data?.zips.state === 'making' || data?.zips.state === 'ready') && (
          <Suspense fallback={<Skeleton height="4rem" alignSelf="stretch" />}>
            <PackedExport zips={data.zips} email={email} />
          </Suspense>
        )}
        {data?.zips.state === 'failed' && <Problem text="Your export could not be made. We have been told." />}
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
