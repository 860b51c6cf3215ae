import { chakra } from '@chakra-ui/react'
import { FolderUp, ImageUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Span, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { limits } from '#schema/limits.ts'
import { acceptedFiles } from './accept-files.ts'
import { droppedFiles, inOrder } from './dropped-files.ts'

const Zone = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '3',
    width: 'full',
    minHeight: { base: '40', md: '48' },
    padding: '6',
    textAlign: 'center',
    background: 'surface',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'line.strong',
    borderRadius: 'control',
    cursor: 'pointer',
    transition: 'colors',
    _hover: { borderColor: 'accent.text' },
  },
  variants: { isOver: { true: { borderColor: 'accent.text', background: 'accent.surface' } } },
})

const megabytes = Math.round(limits.upload.maxBytes / 1_048_576)

/** Takes dropped files and folders, or opens a dialog for either. */
export const DropZone = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    droppedFiles(event.dataTransfer).then(onFiles, () =>
      toast({
        title: 'Folder not read',
        description: 'Nothing of it was taken. Please try again, or choose its files.',
      }),
    )
  }
  const choose = (what: 'files' | 'folder') => {
    if (!input.current) return
    input.current.webkitdirectory = what === 'folder'
    input.current.click()
  }
  return (
    <>
      <Zone
        type="button"
        isOver={isOver}
        onClick={() => choose('files')}
        onDragEnter={hold}
        onDragOver={hold}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Span color="accent.text">
          <ImageUp size={36} aria-hidden />
        </Span>
        <Text as="span" fontFamily="heading" fontSize="lg">
          {isOver ? 'Drop your photos here' : 'Drop photos here, or choose files'}
        </Text>
        <Text as="span" textStyle="fine">
          JPEG, PNG, WebP, TIFF and RAW (CR2, NEF, ARW), up to {megabytes}MB each. Folders can be dropped, too.
        </Text>
      </Zone>
      <Row justifyContent="center" marginTop="-3">
        <Button size="sm" variant="quiet" onClick={() => choose('folder')}>
          <FolderUp aria-hidden />
          Choose a folder
        </Button>
      </Row>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Choose photos"
        onChange={(event) => {
          onFiles(inOrder([...(event.currentTarget.files ?? [])]))
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
