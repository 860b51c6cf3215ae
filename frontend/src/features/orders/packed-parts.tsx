import { Download } from 'lucide-react'
import { useState } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, List, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import type { Zips } from '#schema/api/zips.ts'
import { useZipLink } from './queries.ts'

type Size = 'original' | 'web'
type Ready = Extract<Zips, { state: 'ready' }>

const sizeWords = { original: 'original', web: 'web size' } as const

type PackedPartsProps = {
  order: Pick<OrderView, 'id' | 'customerEmail'>
  size: Size
  zips: Zips | undefined
  /** Why the packing could not be begun. */
  problem: Error | null
}

/** How far the server has packed an order in one size, and its parts once they are there. */
export const PackedParts = ({ order, size, zips, problem }: PackedPartsProps) => {
  if (problem && zips?.state !== 'making' && zips?.state !== 'ready')
    return (
      <Text textStyle="small" color="danger" role="alert">
        {waitSentenceOf(problem) ?? 'The packing could not be started. Please try again.'}
      </Text>
    )
  if (zips?.state === 'failed')
    return (
      <Text textStyle="small" color="danger" role="alert">
        Your photos in {sizeWords[size]} could not be packed. Please try again, or download them one by one.
      </Text>
    )
  if (zips?.state === 'making') return <Making order={order} size={size} zips={zips} />
  return zips?.state === 'ready' ? <Parts orderId={order.id} size={size} zips={zips} /> : null
}

const Making = ({
  order,
  size,
  zips: { partsDone, partCount },
}: {
  order: PackedPartsProps['order']
  size: Size
  zips: Extract<Zips, { state: 'making' }>
}) => (
  <Card>
    <Stack gap="3">
      <Heading look="heading">Packing your photos, {sizeWords[size]}</Heading>
      <ProgressBar label="Packing your photos" percent={(100 * partsDone) / Math.max(1, partCount)} />
      <Text textStyle="small" color="ink.muted" role="status">
        {partCount === 0 ? 'This takes a few minutes.' : `${partsDone} of ${countOf(partCount, 'part')} packed.`} You
        can close this page: we will email {order.customerEmail} when everything is ready.
      </Text>
    </Stack>
  </Card>
)

const Parts = ({ orderId, size, zips }: { orderId: string; size: Size; zips: Ready }) => {
  const { parts, missing, expiresAt } = zips
  const files = parts.reduce((sum, part) => sum + part.files, 0)
  return (
    <Card>
      <Stack gap="4">
        <div>
          <Heading look="heading">
            {countOf(files, 'photo')} packed, {sizeWords[size]}
          </Heading>
          <Text textStyle="small" color="ink.muted">
            Here until {formatMinute(expiresAt)}. After that they can be packed again.
          </Text>
        </div>
        <List display="grid" gap="3" justifyItems="start" aria-label={`Packed photos, ${sizeWords[size]}`}>
          {parts.map((part) => (
            <li key={part.part}>
              <PartDownload orderId={orderId} size={size} part={part} of={parts.length} />
            </li>
          ))}
        </List>
        {missing > 0 && (
          <Text textStyle="small" color="danger">
            {countOf(missing, 'photo')} could not be packed. We have been told and are looking into it.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

type PartDownloadProps = { orderId: string; size: Size; part: Ready['parts'][number]; of: number }

const PartDownload = ({ orderId, size, part: { part, bytes }, of }: PartDownloadProps) => {
  const link = useZipLink()
  const [problem, setProblem] = useState<string>()
  const save = () => {
    setProblem(undefined)
    link.mutate(
      { params: { orderId, size, part }, body: {} },
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
      {problem !== undefined && (
        <Text textStyle="small" color="danger" role="alert" marginTop="2">
          {problem}
        </Text>
      )}
    </>
  )
}
