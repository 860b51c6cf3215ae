import type { Ref } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import {
  type MakingZips,
  PackingProgress,
  type ReadyZips,
  SavePart,
  type ZipPart,
  ZipParts,
} from '#frontend/shared/zips/zip-parts.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Problem } from '#frontend/ui/problem.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import type { Zips } from '#schema/api/zips.ts'
import type { ZipSize } from '#schema/entities/zip-set.ts'
import { useZipLink } from './queries.ts'

const sizeWords = { original: 'original', web: 'web size' } as const

type PackedPartsProps = {
  order: Pick<OrderView, 'id' | 'customerEmail'>
  size: ZipSize
  zips: Zips | undefined
  /** Has the order packed, also once more. */
  start: () => void
  isStarting: boolean
  /** Of the heading that says how far it is. */
  heading: Ref<HTMLHeadingElement>
  /** Why the packing could not be begun. */
  problem: Error | null
}

/** How far the server has packed an order in one size, and its parts once they are there. */
export const PackedParts = ({ order, size, zips, problem, heading, ...starting }: PackedPartsProps) => {
  const refusal = problem && (
    <Problem text={waitSentenceOf(problem) ?? 'The packing could not be started. Please try again.'} />
  )
  if (zips?.state === 'making') return <Making order={order} size={size} zips={zips} heading={heading} />
  if (zips?.state === 'ready')
    return (
      <Parts orderId={order.id} size={size} zips={zips} heading={heading} {...starting}>
        {refusal}
      </Parts>
    )
  if (refusal) return refusal
  if (zips?.state !== 'failed') return null
  return (
    <Problem
      text={`Your photos in ${sizeWords[size]} could not be packed. Please try again, or download them one by one.`}
    />
  )
}

type MakingProps = Pick<PackedPartsProps, 'order' | 'size' | 'heading'> & { zips: MakingZips }
const Making = ({ order, size, zips, heading }: MakingProps) => (
  <Card>
    <Stack gap="3">
      <Heading ref={heading} look="heading">
        Packing your photos, {sizeWords[size]}
      </Heading>
      <PackingProgress
        label="Packing your photos"
        zips={zips}
        email={order.customerEmail}
        takes="This takes a few minutes."
      />
    </Stack>
  </Card>
)

type PartsProps = Pick<PackedPartsProps, 'size' | 'heading' | 'start' | 'isStarting'> & {
  orderId: string
  zips: ReadyZips
  children: React.ReactNode
}
const Parts = ({ orderId, size, zips, heading, start, isStarting, children }: PartsProps) => {
  const { parts, missing, added, expiresAt } = zips
  const files = parts.reduce((sum, part) => sum + part.files, 0)
  return (
    <Card>
      <Stack gap="4">
        <div>
          <Heading ref={heading} look="heading">
            {countOf(files, 'photo')} packed, {sizeWords[size]}
          </Heading>
          <Text textStyle="small" color="ink.muted">
            Here until {formatMinute(expiresAt)}. After that they can be packed again.
          </Text>
        </div>
        <ZipParts label={`Packed photos, ${sizeWords[size]}`} parts={parts}>
          {(part) => <Part orderId={orderId} size={size} part={part} of={parts.length} />}
        </ZipParts>
        {missing > 0 && (
          <Text textStyle="small" color="danger">
            {countOf(missing, 'photo')} could not be packed. We have been told and are looking into it.
          </Text>
        )}
        {added + missing > 0 && (
          <Stack gap="2" alignItems="flex-start">
            <Text textStyle="small">
              {added > 0 &&
                `${countOf(added, 'photo')} ${added === 1 ? 'was' : 'were'} added to what you bought since. `}
              Packing again takes a few minutes and replaces {parts.length === 1 ? 'this zip' : 'these parts'}.
            </Text>
            <Button size="sm" busy={isStarting} onClick={start}>
              {added > 0 ? `Pack all ${countOf(files + missing + added, 'photo')}` : 'Pack again'}
            </Button>
          </Stack>
        )}
        {children}
      </Stack>
    </Card>
  )
}

const Part = ({ orderId, size, part, of }: { orderId: string; size: ZipSize; part: ZipPart; of: number }) => {
  const request = { params: { orderId, size, part: part.part }, body: {} }
  return <SavePart part={part} of={of} link={useZipLink()} request={request} />
}
