import { useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { useFilledFrom } from '#frontend/shared/forms/filled-from.ts'
import { type FormState, useForm } from '#frontend/shared/forms/use-form.ts'
import { useMe, useUpdateMe } from '#frontend/shared/session/me.ts'
import { brandStyle } from '#frontend/ui/brand.tsx'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Form, Input, Select, Switch } from '#frontend/ui/field.tsx'
import { Box, Grid, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { faceRules, typeStyle } from '#frontend/ui/type-pairs.ts'
import { type OwnProfile, UpdateProfile } from '#schema/api/profiles.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { type BrandChoice, Ground, type ShownLogo, TypePair, usualChoice } from '#schema/entities/brand.ts'
import { LogoField } from './logo-field.tsx'

const groundNames: Readonly<Record<Ground, string>> = {
  visitor: 'As each visitor’s device is set',
  light: 'White',
  paper: 'Warm paper',
  dark: 'Dark',
}
/** What each is called, and its faces: of titles, and of everything else. */
const pairNames: Readonly<Record<TypePair, readonly [name: string, titles: string, others: string]>> = {
  house: ['Darkslide', 'Newsreader', 'Figtree'],
  classic: ['Classic', 'EB Garamond', 'Hanken Grotesk'],
  romantic: ['Romantic', 'Cormorant Garamond', 'Montserrat'],
  warm: ['Warm', 'Fraunces', 'DM Sans'],
  modern: ['Modern', 'Montserrat', 'Karla'],
  bold: ['Bold', 'Bricolage Grotesque', 'Work Sans'],
}
const schemesOf: Readonly<Record<Ground, readonly ('light' | 'dark')[]>> = {
  visitor: ['light', 'dark'],
  light: ['light'],
  paper: ['light'],
  dark: ['dark'],
}
/** What the picker begins with: the site's own amber. */
const firstAccent = '#eb9a1f'

/** What visitors will see, in the colours that the server will make of the choice. */
type SampleProps = { brand: BrandChoice; scheme: 'light' | 'dark'; name: string; logo: ShownLogo | null }
const Sample = ({ brand, scheme, name, logo }: SampleProps) => {
  const paint = paintOf(brand)
  return (
    <Stack
      gap="3"
      padding="5"
      alignItems="flex-start"
      color="ink"
      fontFamily="body"
      background="paper"
      borderWidth="1px"
      borderColor="line.strong"
      style={{ ...(paint && brandStyle(paint)), ...typeStyle(brand.typePair), colorScheme: scheme }}
    >
      {logo && <BrandLogo logo={logo} name="" />}
      <Text textStyle="section">{name}</Text>
      <Text textStyle="small" color="ink.muted">
        Photographs from the first look to the last dance.
      </Text>
      <Span color="accent.text" textDecoration="underline">
        A link to follow
      </Span>
      <Box
        paddingBlock="2.5"
        paddingInline="5"
        fontWeight="medium"
        borderRadius="control"
        background="accent"
        color="accent.ink"
      >
        Add to Cart
      </Box>
    </Stack>
  )
}

/** All are texts, which a draft keeps; an empty accent is the site's own. */
type Values = Record<keyof BrandChoice, string>
const valuesOf = ({ brand }: OwnProfile): Values => {
  const { accent, ground, typePair } = brand ?? usualChoice
  return { accent: accent ?? '', ground, typePair }
}
const choiceOf = ({ accent, ground, typePair }: Values): BrandChoice => ({
  accent: accent === '' ? null : accent,
  ground: Ground.options.find((each) => each === ground) ?? usualChoice.ground,
  typePair: TypePair.options.find((each) => each === typePair) ?? usualChoice.typePair,
})
const isUsual = (choice: BrandChoice) => JSON.stringify(choice) === JSON.stringify(usualChoice)

/** Accent, ground and typefaces, seen while they are chosen and saved together. */
export const BrandForm = ({ me }: { me: OwnProfile }) => {
  const update = useUpdateMe()
  const { refetch } = useMe()
  // Once it is saved, a draft that was found here is one no more.
  const [isDraft, setIsDraft] = useState(true)
  /** The colour that was there before it was switched off. */
  const [lastAccent, setLastAccent] = useState('')
  const form: FormState<Values> = useForm({
    initial: valuesOf(me),
    schema: UpdateProfile,
    bodyOf: (values) => {
      const choice = choiceOf(values)
      return { version: filled.version, brand: isUsual(choice) ? null : choice }
    },
    send: async (body) => {
      const sent = form.values
      const saved = await update.mutateAsync({ body })
      // What was chosen meanwhile stays.
      filled.follow(saved, sent)
      setIsDraft(false)
      toast({ kind: 'success', title: 'Brand saved', description: 'Your pages show it within a minute.' })
    },
    onRefusal: (error) => {
      const isOld = codeOf(error) === 'changed_meanwhile'
      if (isOld) void refetch().then(({ data }) => data && filled.follow(data))
      const description = isOld
        ? 'Your profile was changed in another tab. Save again to keep what stands here.'
        : sentenceOf(error)
      toast({ title: 'Brand not saved', description })
    },
    draft: { key: 'brand' },
  })
  const filled = useFilledFrom({
    item: me,
    fieldsOf: valuesOf,
    typed: form.values,
    onNews: (change, news) => {
      form.edit(change)
      form.rebase(valuesOf(news))
    },
  })
  const brand = choiceOf(form.values)
  const accent = form.field('accent', 'brand.accent')
  const ground = form.field('ground', 'brand.ground')
  const typePair = form.field('typePair', 'brand.typePair')
  const logo = paintOf(me.brand)?.logo ?? null
  const switchAccent = (isOn: boolean) => {
    if (!isOn) setLastAccent(accent.value)
    accent.onChange(isOn ? lastAccent || me.brand?.accent || firstAccent : '')
  }
  const schemes = schemesOf[brand.ground]
  const [, titleFace, otherFace] = pairNames[brand.typePair]
  return (
    <Form ref={form.form} aria-label="Brand" onSubmit={form.submit}>
      {isDraft && <DraftNotice form={form} />}
      <LogoField hasLogo={logo !== null} />
      <Switch
        label="A colour of your own"
        hint="Where it could not be read on its ground it is shown darker or lighter."
        checked={brand.accent !== null}
        onChange={switchAccent}
      />
      {brand.accent !== null && (
        <Field label="Accent colour" error={accent.error}>
          <Input
            type="color"
            name={accent.name}
            value={brand.accent}
            padding="1"
            width="24"
            onChange={({ currentTarget }) => accent.onChange(currentTarget.value)}
          />
        </Field>
      )}
      <Field
        label="Ground"
        hint="Visitors who press the switch for light and dark keep what they chose."
        error={ground.error}
      >
        <Select
          name={ground.name}
          value={brand.ground}
          onChange={({ currentTarget }) => ground.onChange(currentTarget.value)}
        >
          {Ground.options.map((each) => (
            <option key={each} value={each}>
              {groundNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Typefaces"
        hint={`${titleFace} for titles, ${otherFace} for everything else.`}
        error={typePair.error}
      >
        <Select
          name={typePair.name}
          value={brand.typePair}
          onChange={({ currentTarget }) => typePair.onChange(currentTarget.value)}
        >
          {TypePair.options.map((each) => (
            <option key={each} value={each}>
              {pairNames[each][0]}
            </option>
          ))}
        </Select>
      </Field>
      <style>{faceRules(brand.typePair)}</style>
      <Grid
        as="figure"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: `repeat(${String(schemes.length)}, minmax(0, 1fr))` }}
        aria-label="How it will look"
      >
        {schemes.map((scheme) => (
          <Sample key={scheme} brand={brand} scheme={scheme} name={me.displayName} logo={logo} />
        ))}
      </Grid>
      <Row>
        <Button type="submit" variant="accent" busy={form.busy} busyLabel="Saving...">
          Save Brand
        </Button>
      </Row>
    </Form>
  )
}
