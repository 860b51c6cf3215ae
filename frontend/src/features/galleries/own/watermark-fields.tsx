import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { TextField } from '#frontend/shared/forms/fields.tsx'
import type { Control } from '#frontend/shared/forms/use-form.ts'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Box, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo, placeholderOf } from '#frontend/ui/photo.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { WatermarkStrength } from '#schema/entities/gallery.ts'
import { limits } from '#schema/limits.ts'

const strengthNames: Readonly<Record<WatermarkStrength, string>> = {
  light: 'Light: the photo is easy to judge',
  medium: 'Medium',
  strong: 'Strong: hard to take without paying',
}

/** What the mark hides and adds, as `functions/media/watermark.ts` draws it: light letters with a dark edge. */
const opacities: Readonly<Record<WatermarkStrength, { letter: number; edge: number }>> = {
  light: { letter: 0.22, edge: 0.2 },
  medium: { letter: 0.38, edge: 0.34 },
  strong: { letter: 0.6, edge: 0.5 },
}
/** Of the usual mark: a line that rises by 0.55 of its way, in letters of 1/26 of the longest side, every four letters' height. */
const font = 480 / 26
const rising = -(Math.atan(0.55) * 180) / Math.PI
const rowHeight = font * 4
/** How wide a bold letter is, in parts of its height. */
const letterWidth = 0.66

const Layer = chakra('svg', { base: { position: 'absolute', inset: '0', width: 'full', height: 'full' } })

const Mark = ({ text, strength }: { text: string; strength: WatermarkStrength }) => {
  const id = useId()
  const width = Math.max(1, [...text].length) * font * letterWidth
  const { letter, edge } = opacities[strength]
  return (
    <Layer viewBox="0 0 480 320" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <pattern
          id={id}
          width={width + font * 2.2}
          height={rowHeight}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${String(rising)})`}
        >
          <text
            x={font}
            y={font * 1.5}
            textLength={width}
            lengthAdjust="spacingAndGlyphs"
            fontFamily="DejaVu Sans, Verdana, sans-serif"
            fontWeight="700"
            fontSize={font}
            fill={`rgb(255 255 255 / ${String(letter)})`}
            stroke={`rgb(0 0 0 / ${String(edge)})`}
            strokeWidth={font * 0.08}
            paintOrder="stroke"
          >
            {text}
          </text>
        </pattern>
      </defs>
      <rect width="480" height="320" fill={`url(#${id})`} />
    </Layer>
  )
}

/** The cover; one that carries a mark already would show two of them, so its blurred shape stands in for it. */
const Ground = ({ cover, watermarkEnabled }: Pick<OwnGallery, 'cover' | 'watermarkEnabled'>) => {
  const blurred = cover && watermarkEnabled ? placeholderOf(cover.thumbhash) : undefined
  return blurred === undefined ? (
    <Photo picture={watermarkEnabled ? null : cover} alt="" sizes="30rem" ratio="fill" />
  ) : (
    <Box
      height="full"
      backgroundSize="cover"
      backgroundPosition="center"
      style={{ backgroundImage: `url(${blurred})` }}
    />
  )
}

type WatermarkFieldsProps = {
  gallery: OwnGallery
  text: Control<string>
  strength: WatermarkStrength
  onStrength: (strength: WatermarkStrength) => void
}

/** Text and strength of the mark, with a sample that changes as they do. */
export const WatermarkFields = ({ gallery, text, strength, onStrength }: WatermarkFieldsProps) => (
  <>
    <TextField
      {...text}
      label="Watermark Text"
      maxLength={limits.gallery.watermarkLength}
      hint="In Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese, Hindi or Thai letters, and emoji. Others show as boxes."
    />
    <Field label="Strength">
      <Select
        value={strength}
        onChange={({ currentTarget }) =>
          onStrength(WatermarkStrength.options.find((each) => each === currentTarget.value) ?? 'medium')
        }
      >
        {WatermarkStrength.options.map((each) => (
          <option key={each} value={each}>
            {strengthNames[each]}
          </option>
        ))}
      </Select>
    </Field>
    <Stack as="figure" gap="2" aria-label="How the watermark will look">
      <Box
        position="relative"
        overflow="hidden"
        height="15rem"
        borderWidth="1px"
        borderColor="line"
        background="sunken"
      >
        <Ground cover={gallery.cover} watermarkEnabled={gallery.watermarkEnabled} />
        <Mark text={text.value.trim() || limits.gallery.defaultWatermark} strength={strength} />
      </Box>
      <Text as="figcaption" textStyle="small" color="ink.muted">
        A sample. On each photo the text is sized and turned so that it can be read. After saving, photos are drawn
        anew, and wait behind a placeholder until then.
      </Text>
    </Stack>
  </>
)
