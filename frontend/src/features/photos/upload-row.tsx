import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, CircleDashed, ImageOff, LoaderCircle, RotateCcw, X } from 'lucide-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { PriceField, TextField, TitleField } from '#frontend/shared/forms/fields.tsx'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Box, Flex, Grid, Hidden, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, ProgressBar } from '#frontend/ui/surface.tsx'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { noPrice } from '#schema/money.ts'
import { isShown } from './measure-image.ts'
import { photoPriceOf, priceProblem } from './photo-price.ts'
import { tellTakenOff } from './taken-off.ts'
import { isWithoutFile, type UploadItem, type UploadStatus } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useRowTyping, waitsForTyping } from './use-row-typing.ts'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: '4.5rem minmax(0, 1fr)', md: '8rem minmax(0, 1fr)' },
    paddingBlock: '5',
    borderTopWidth: '1px',
    borderColor: 'line',
    // Hundreds of rows: only those in view are laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 14rem',
    // Else the ring around a field at its edge would be cut off.
    _focusWithin: { contentVisibility: 'visible' },
  },
})
const Thumb = chakra('div', {
  base: {
    aspectRatio: '1',
    background: 'sunken',
    outline: '1px solid',
    outlineColor: 'print.border',
    outlineOffset: '-1px',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    color: 'ink.muted',
    overflow: 'hidden',
    '& img': { width: 'full', height: 'full', objectFit: 'contain' },
    // No band beside a picture of another shape.
    '&:has(img)': { background: 'transparent', outlineColor: 'transparent' },
  },
})
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite' } })

const icons: Readonly<Record<UploadStatus, { icon: ReactNode; word: string; color: string }>> = {
  pending: { icon: <CircleDashed size={20} aria-hidden />, word: 'Waiting', color: 'ink.muted' },
  uploading: { icon: <Turning size={20} aria-hidden />, word: 'Uploading', color: 'accent.text' },
  success: { icon: <CircleCheck size={20} aria-hidden />, word: 'Uploaded', color: 'success' },
  error: { icon: <CircleAlert size={20} aria-hidden />, word: 'Failed', color: 'danger' },
}

/** A picture of the file itself, while it is in view of the list. */
const Preview = ({ file }: { file: File | undefined }) => {
  const [url, setUrl] = useState<string>()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    setIsBroken(false)
    if (!file || !isShown(file.type)) return setUrl(undefined)
    const address = URL.createObjectURL(file)
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <Thumb>
      {url && !isBroken ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setIsBroken(true)} />
      ) : (
        <ImageOff size={22} aria-hidden />
      )}
    </Thumb>
  )
}

type FieldsProps = Pick<UploadRowProps, 'item' | 'queue'>
/** What is said of a photo. Until who types has left them all, it is not sent. */
const Fields = ({ item, queue }: FieldsProps) => {
  const typing = useRowTyping(item, queue)
  const typed = (name: 'title' | 'description' | 'price', error?: string) => ({
    value: item[name],
    error,
    onChange: (text: string) => queue.edit(item.key, { [name]: text }),
  })
  return (
    <Grid gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 8rem' }} {...typing}>
      <TitleField {...typed('title')} />
      <PriceField
        {...typed('price', priceProblem(item.price))}
        hint={photoPriceOf(item.price) === 0 && 'Free to download'}
      />
      <Box gridColumn="1 / -1">
        <TextField {...typed('description')} label="Description" maxLength={limits.gallery.descriptionLength} />
      </Box>
    </Grid>
  )
}

/** `chosen`: the gallery that others go into. */
type UploadRowProps = { item: UploadItem; queue: UploadQueue; chosen: GalleryId | undefined }

/** Where it goes, or is, when that is not the chosen gallery. */
const elsewhere = ({ status, galleryId, galleryTitle }: UploadItem, chosen: GalleryId | undefined) => {
  if (galleryId === undefined || galleryId === chosen) return undefined
  const gallery = galleryTitle ? `“${galleryTitle}”` : 'another gallery'
  return status === 'success' ? `Is in ${gallery}.` : `Goes into ${gallery}.`
}

export const UploadRow = memo(({ item, queue, chosen }: UploadRowProps) => {
  const { key, status, message } = item
  const isFixed = status === 'uploading' || status === 'success'
  const { icon, word, color } = icons[status]
  const otherGallery = elsewhere(item, chosen)
  const remove = () => {
    const bringBack = queue.remove(key)
    if (bringBack) tellTakenOff(item.fileName, { of: queue, count: 1, bringBack })
  }
  return (
    <Line data-status={status}>
      <Preview file={item.file ?? item.newer?.file} />
      <Stack gap="3">
        <Flex gap="3" alignItems="flex-start">
          <Span color={color} paddingTop="0.5">
            {icon}
            <Hidden>{word}</Hidden>
          </Span>
          <Box flex="1" minWidth="0">
            <Text fontWeight="medium">{isFixed && item.title ? item.title : item.fileName}</Text>
            <Text textStyle="fine">
              {isFixed && `${item.fileName}, `}
              {formatBytes(item.bytes)}
              {waitsForTyping(item, queue) && ', sent once you leave its fields'}
            </Text>
            {otherGallery && <Text textStyle="small">{otherGallery}</Text>}
          </Box>
          <IconButton size="sm" label={`Remove ${item.fileName}`} data-part="remove" onClick={remove}>
            <X aria-hidden />
          </IconButton>
        </Flex>
        {item.newer ? (
          <Row gap="2">
            <Text textStyle="small">Is the newer {item.fileName} this photo, edited?</Text>
            <Button size="sm" onClick={() => queue.takeNewer([key])}>
              Yes
            </Button>
            <Button size="sm" onClick={() => queue.partNewer([key])}>
              No, another photo
            </Button>
          </Row>
        ) : (
          isWithoutFile(item) && (
            <Row gap="2">
              <Badge tone="accent">Choose this file again</Badge>
            </Row>
          )
        )}
        {!isFixed && <Fields item={item} queue={queue} />}
        {status === 'uploading' && (
          <Flex alignItems="center" gap="3">
            <Box flex="1">
              <ProgressBar label={`Upload of ${item.fileName}`} percent={item.progress} />
            </Box>
            <Text textStyle="fine" minWidth="4ch">
              {Math.round(item.progress)}%
            </Text>
          </Flex>
        )}
        {message && message !== noPrice && !item.newer && (
          <Text textStyle="small" color={status === 'error' ? 'danger' : 'ink.muted'}>
            {message}
          </Text>
        )}
        {status === 'error' && item.file && (
          <Box>
            <Button size="sm" onClick={() => queue.retry(key)}>
              <RotateCcw aria-hidden />
              Try again
            </Button>
          </Box>
        )}
      </Stack>
    </Line>
  )
})
