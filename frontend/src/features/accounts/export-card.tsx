import { Download, FolderDown } from 'lucide-react'
import { useState } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, List, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import type { Zips } from '#schema/api/zips.ts'
import { useExport, useExportLink, useStartExport } from './export.ts'

type Ready = Extract<Zips, { state: 'ready' }>
type Making = Extract<Zips, { state: 'making' }>

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
        {data?.zips.state === 'making' && <Progress zips={data.zips} email={email} />}
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

const Problem = ({ text }: { text: string }) => (
  <Text textStyle="small" color="danger" role="alert">
    {text}
  </Text>
)

const Progress = ({ zips: { partsDone, partCount }, email }: { zips: Making; email: string }) => (
  <Stack gap="3" alignSelf="stretch">
    <ProgressBar label="Packing your data" percent={(100 * partsDone) / Math.max(1, partCount)} />
    <Text textStyle="small" color="ink.muted" role="status">
      {partCount === 0 ? 'This may take an hour or more.' : `${partsDone} of ${countOf(partCount, 'part')} packed.`} You
      can close this page: we will email {email} when everything is ready.
    </Text>
  </Stack>
)

const Parts = ({ zips: { parts, missing, expiresAt } }: { zips: Ready }) => (
  <>
    <Text textStyle="small">Here until {formatMinute(expiresAt)}, for you alone.</Text>
    <List display="grid" gap="3" justifyItems="start" aria-label="Parts of your export">
      {parts.map((part) => (
        <li key={part.part}>
          <PartDownload part={part} of={parts.length} />
        </li>
      ))}
    </List>
    {missing > 0 && <Problem text={`${countOf(missing, 'file')} could not be packed. We have been told.`} />}
  </>
)

const PartDownload = ({ part: { part, bytes }, of }: { part: Ready['parts'][number]; of: number }) => {
  const link = useExportLink()
  const [problem, setProblem] = useState<string>()
  const save = () => {
    setProblem(undefined)
    link.mutate(
      { params: { part }, body: {} },
      {
        onSuccess: startDownload,
        onError: (error) => {
          logWarning('download_failed', { error: errorName(error), part })
          setProblem(waitSentenceOf(error) ?? 'The download did not start. Load this page again, then try once more.')
        },
      },
    )
  }
  return (
    <>
      <Button busy={link.isPending} onClick={save}>
        <Download aria-hidden />
        {of === 1 ? 'Download the zip' : `Download part ${part} of ${of}`} ({formatBytes(bytes)})
      </Button>
      {problem !== undefined && <Problem text={problem} />}
    </>
  )
}
