import { chakra } from '@chakra-ui/react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { photoOrderNames } from '#frontend/shared/galleries/photo-order-names.ts'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import {
  type CoverFocus,
  CoverStyle,
  type GalleryLook,
  PhotoLayout,
  PhotoSpacing,
} from '#schema/entities/gallery-look.ts'
import { PhotoOrder } from '#schema/entities/photo-order.ts'
import { focusOf, focusText } from './gallery-settings.ts'

const coverNames: Record<GalleryLook['coverStyle'], string> = {
  full: 'Over the whole page',
  half: 'Beside the title',
  framed: 'In a frame',
  plain: 'Title only',
}
const layoutNames: Record<GalleryLook['photoLayout'], string> = {
  rows: 'In rows',
  columns: 'In columns',
  single: 'One large photo after the other',
}
const spacingNames: Record<GalleryLook['photoSpacing'], string> = { small: 'Small', wide: 'Wide' }

const Aim = chakra('button', {
  base: { display: 'block', position: 'relative', width: 'full', maxWidth: 'form', cursor: 'crosshair' },
})
const Dot = chakra('span', {
  base: {
    position: 'absolute',
    width: '6',
    height: '6',
    transform: 'translate(-50%, -50%)',
    borderRadius: 'round',
    borderWidth: '2px',
    borderColor: 'stage.ink',
    background: 'scrim',
    boxShadow: '0 0 0 1px var(--ds-colors-stage)',
    pointerEvents: 'none',
  },
})

const within = (share: number) => Math.min(1, Math.max(0, share))
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

type FocusFieldProps = { cover: OwnGallery['cover']; value: string; onChange: (value: string) => void }

/** The point of the cover that stays in sight: set by a click, or with the arrow keys. */
const FocusField = ({ cover, value, onChange }: FocusFieldProps) => {
  const { x, y } = focusOf(value)
  const aim = (focus: CoverFocus) => onChange(focusText({ x: within(focus.x), y: within(focus.y) }))
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Pressed with a key, a button tells no place.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    aim({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    aim({ x: x + step[0], y: y + step[1] })
  }
  return (
    <Stack gap="1.5">
      <Text fontSize="sm" fontWeight="medium">
        Focal point
      </Text>
      <Aim type="button" aria-label={`Focal point: ${value}`} onClick={click} onKeyDown={press}>
        <Photo picture={cover} alt="" sizes="28rem" />
        <Dot style={{ left: `${x * 100}%`, top: `${y * 100}%` }} aria-hidden />
      </Aim>
      <Text textStyle="fine" role="status">
        {value}. Click what must stay in sight, in lists of galleries too; arrow keys move the point.
      </Text>
    </Stack>
  )
}

type Values = Pick<GalleryLook, 'coverStyle' | 'photoLayout' | 'photoSpacing'> &
  Pick<OwnGallery, 'photoOrder'> & { coverFocus: string }
type LookFieldsProps = {
  gallery: Pick<OwnGallery, 'cover' | 'photoCount'>
  values: Values
  onChange: (changes: Partial<Values>) => void
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  names: Record<T, string>
  options: readonly T[]
  hint?: string | undefined
  onChange: (value: T) => void
}
const Choice = <T extends string>({ label, value, names, options, hint, onChange }: ChoiceProps<T>) => (
  <Field label={label} hint={hint}>
    <Select
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find((each) => each === currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {options.map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </Select>
  </Field>
)

/** How the gallery's page looks: cover, its focal point, and how the photos stand. */
export const LookFields = ({ gallery: { cover, photoCount }, values, onChange }: LookFieldsProps) => (
  <>
    <Choice
      label="Cover"
      value={values.coverStyle}
      names={coverNames}
      options={CoverStyle.options}
      onChange={(coverStyle) => onChange({ coverStyle })}
    />
    {cover ? (
      <FocusField cover={cover} value={values.coverFocus} onChange={(coverFocus) => onChange({ coverFocus })} />
    ) : (
      <Text textStyle="fine">
        {photoCount === 0
          ? 'The first photo that you upload becomes the cover.'
          : 'The cover is not shown at the moment. Its focal point can be set once it is.'}
      </Text>
    )}
    <Choice
      label="Order of photos"
      value={values.photoOrder}
      names={photoOrderNames}
      options={PhotoOrder.options}
      hint={values.photoOrder === 'hand' ? 'Put them where you want them under Manage photos.' : undefined}
      onChange={(photoOrder) => onChange({ photoOrder })}
    />
    <Grid gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
      <Choice
        label="Photos"
        value={values.photoLayout}
        names={layoutNames}
        options={PhotoLayout.options}
        onChange={(photoLayout) => onChange({ photoLayout })}
      />
      <Choice
        label="Space between photos"
        value={values.photoSpacing}
        names={spacingNames}
        options={PhotoSpacing.options}
        onChange={(photoSpacing) => onChange({ photoSpacing })}
      />
    </Grid>
  </>
)
