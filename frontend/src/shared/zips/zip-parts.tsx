import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AskForLink, useSaving } from '#frontend/shared/download/use-saving.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { List, Stack, Text } from '#frontend/ui/layout.tsx'
import { Problem } from '#frontend/ui/problem.tsx'
import { ProgressBar } from '#frontend/ui/surface.tsx'
import type { Zips } from '#schema/api/zips.ts'

export type ReadyZips = Extract<Zips, { state: 'ready' }>
export type MakingZips = Extract<Zips, { state: 'making' }>
export type ZipPart = ReadyZips['parts'][number]

type PackingProps = { label: string; zips: MakingZips; email: string; takes: string }

/** How far the server has packed many files, and who is told when it is done. */
export const PackingProgress = ({ label, zips: { partsDone, partCount }, email, takes }: PackingProps) => (
  <Stack gap="3" alignSelf="stretch">
    <ProgressBar label={label} percent={(100 * partsDone) / Math.max(1, partCount)} />
    <Text textStyle="small" color="ink.muted" role="status" overflowWrap="anywhere">
      {partCount === 0 ? takes : `${partsDone} of ${countOf(partCount, 'part')} packed.`} You can close this page
      {email === '' ? '; come back for the files later.' : `: we will email ${email} when everything is ready.`}
    </Text>
  </Stack>
)

type ZipPartsProps = { label: string; parts: readonly ZipPart[]; children: (part: ZipPart) => ReactNode }

/** The parts of what is packed, each with what saves it. */
export const ZipParts = ({ label, parts, children }: ZipPartsProps) => (
  <List
    display="grid"
    gap="3"
    gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fill, minmax(19rem, 1fr))' }}
    alignSelf="stretch"
    aria-label={label}
  >
    {parts.map((part) => (
      <li key={part.part}>{children(part)}</li>
    ))}
  </List>
)

type SavePartProps<R> = { part: ZipPart; of: number; link: AskForLink<R>; request: R }

/** Saves one part; each has a link of its own, so that several can be saved at once. */
export const SavePart = <R,>({ part: { part, bytes }, of, link, request }: SavePartProps<R>) => {
  const gone = 'The download did not start. Load this page again, then try once more.'
  const { save, problem, saving } = useSaving(link, gone)
  return (
    <Stack gap="2" alignItems="stretch">
      <Button
        fontSize={{ base: 'sm', sm: 'md' }}
        paddingInline={{ base: '2', sm: '5' }}
        busy={saving !== undefined}
        onClick={() => save(request, { part })}
      >
        <Download aria-hidden />
        <span>
          {of === 1 ? 'Download the zip' : `Download part ${part} of ${of}`}{' '}
          <Text as="span" whiteSpace="nowrap">
            ({formatBytes(bytes)})
          </Text>
        </span>
      </Button>
      {problem !== undefined && <Problem text={problem} />}
    </Stack>
  )
}
