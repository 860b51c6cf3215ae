import { ClipboardList, FileSpreadsheet, FolderDown } from 'lucide-react'
import { useState } from 'react'
import { complain } from '#frontend/shared/api/complain.ts'
import { saveText } from '#frontend/shared/download/save-text.ts'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { slugOf } from '#schema/text.ts'
import { type Choice, choiceFile, decided, namesOf, sidecarsOf, takenOutOf } from './choice-files.ts'

type Kind = 'names' | 'csv' | 'xmp'
type Props = {
  /** What the files are called after. */
  title: string
  /** Whose names are copied ("of approved photos"), for the sentence that says so. */
  of: string
  read: () => Promise<readonly Choice[]>
}

const leftOut = (count: number) =>
  count === 0 ? '' : `${countOf(count, 'photo')} that you took out ${count === 1 ? 'is' : 'are'} left out.`

const copyNames = async (photos: readonly Choice[], of: string) => {
  const names = namesOf(photos, 'approved')
  try {
    await navigator.clipboard.writeText(names)
    const count = names === '' ? 0 : names.split('\n').length
    const out = leftOut(takenOutOf(photos, ['approved']))
    const named = `${countOf(count, 'file name')} ${of}.`
    toast({ kind: 'success', title: 'Copied!', description: out ? `${named} ${out}` : named })
  } catch {
    // Safari allows it only within a press, and no more once they have come from the server.
    toast({
      title: 'File names not copied',
      description: 'Your browser did not allow it. Press once more, or take the CSV: it has them, too.',
      action: { label: 'Copy now', act: () => void copyNames(photos, of) },
    })
  }
}

const saveSidecars = async (photos: readonly Choice[], fileName: string) => {
  const sidecars = sidecarsOf(photos)
  const out = leftOut(takenOutOf(photos, decided))
  if (sidecars.length === 0) {
    toast({ title: 'Nothing to save', description: out || 'No photo has been decided yet.' })
    return
  }
  const { downloadZip } = await import('client-zip')
  const url = URL.createObjectURL(await downloadZip(sidecars).blob())
  startDownload({ url, fileName })
  // Browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  if (out) toast({ kind: 'success', title: `${countOf(sidecars.length, 'sidecar')} saved`, description: out })
}

const useExports = ({ title, of, read }: Props) => {
  const [busy, setBusy] = useState<Kind>()
  const fileName = slugOf(title) || 'choice'
  const save = async (kind: Kind) => {
    setBusy(kind)
    try {
      const photos = await read()
      if (kind === 'names') await copyNames(photos, of)
      if (kind === 'csv') saveText({ text: choiceFile(photos), fileName: `${fileName}.csv`, type: 'text/csv' })
      if (kind === 'xmp') await saveSidecars(photos, `${fileName}-xmp.zip`)
    } catch (thrown) {
      complain('The choice could not be exported')(thrown)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, save: (kind: Kind) => void save(kind) }
}

/** Takes a choice home: file names for a search box, a table, or sidecars that Lightroom reads. */
export const ChoiceExports = (props: Props) => {
  const { busy, save } = useExports(props)
  return (
    <Row gap="2">
      <Button size="sm" busy={busy === 'names'} onClick={() => save('names')}>
        <ClipboardList aria-hidden />
        Copy file names
      </Button>
      <Button size="sm" busy={busy === 'csv'} onClick={() => save('csv')}>
        <FileSpreadsheet aria-hidden />
        CSV
      </Button>
      <Button size="sm" busy={busy === 'xmp'} onClick={() => save('xmp')}>
        <FolderDown aria-hidden />
        XMP for Lightroom
      </Button>
    </Row>
  )
}
