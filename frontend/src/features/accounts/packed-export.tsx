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
import { Text } from '#frontend/ui/layout.tsx'
import { Problem } from '#frontend/ui/problem.tsx'
import { useExportLink } from './export.ts'

/** How far an export is, and its parts once they are there. */
export const PackedExport = ({ zips, email }: { zips: MakingZips | ReadyZips; email: string }) =>
  zips.state === 'ready' ? (
    <Parts zips={zips} />
  ) : (
    <PackingProgress label="Packing your data" zips={zips} email={email} takes="This may take an hour or more." />
  )

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
