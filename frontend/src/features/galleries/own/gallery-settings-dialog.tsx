import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import {
  DayField,
  DescriptionField,
  PasswordField,
  PriceField,
  TitleField,
  WebPriceField,
  WholeNumberField,
} from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { priceOf, webPriceHint, webPriceOf } from '#frontend/shared/forms/price.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { savedMeanwhile, useUpdateGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { photoOrderNames } from '#frontend/shared/galleries/photo-order-names.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Switch } from '#frontend/ui/field.tsx'
import { Box, Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries, type OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { type Pence, Price } from '#schema/money.ts'
import { WebPrice } from '#schema/web-size.ts'
import { handFocus } from '../wall-focus.ts'
import { AccessFields } from './access-fields.tsx'
import { ForgetNumbers } from './forget-numbers.tsx'
import { bodyOf, broughtTogether, changesBetween, pastExpiryHint, settingsOf } from './gallery-settings.ts'
import { LookFields } from './look-fields.tsx'
import { PriceForAll } from './price-for-all.tsx'
import { PriceList } from './price-list.tsx'
import { PriceStepsField } from './price-steps-field.tsx'
import { TakedownNote } from './takedown-note.tsx'
import { WatermarkFields } from './watermark-fields.tsx'

const Group = chakra('fieldset', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    // Left alone, a fieldset is as wide as its longest word.
    minWidth: '0',
    paddingTop: '6',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'line' },
  },
})
const GroupName = chakra('legend', {
  base: { fontFamily: 'heading', fontSize: 'lg', float: 'left', width: 'full', '& + *': { clear: 'both' } },
})
const Settings = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group>
    <GroupName>{name}</GroupName>
    {children}
  </Group>
)

const ChangedMeanwhile = ({ changes }: { changes: readonly string[] }) => {
  const top = useRef<HTMLDivElement>(null)
  // The button that was pressed is at the other end of a long form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown anew.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [changes])
  return (
    <Box ref={top}>
      <Alert tone="accent" title="Changed in another tab or by someone else meanwhile">
        {changes.length === 0 ? (
          <Text>None of these settings was. Save again to keep what stands here.</Text>
        ) : (
          <>
            <Box as="ul" paddingInlineStart="5" overflowWrap="anywhere">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </Box>
            <Text marginTop="2">Nothing that you typed is lost. Look it over and save again.</Text>
          </>
        )}
      </Alert>
    </Box>
  )
}

/** What stands in the price field; empty, what the gallery asks now. */
const pricePreviewed = (typed: string, { pricePence }: OwnGallery): Pence | undefined => {
  const price = priceOf(typed, { whenEmpty: pricePence })
  return Price.safeParse(price).data
}

/** The price of the whole gallery as it stands in the field, where the gallery is offered at it. */
const wholePreviewed = (typed: string, { photoCount }: OwnGallery): Pence | undefined =>
  photoCount > wholePhotos ? undefined : WebPrice.safeParse(webPriceOf(typed)).data

type GallerySettingsDialogProps = { gallery: OwnGallery; onClose: () => void }

const { wholePhotos, wholeGrowsDays } = limits.gallery
/** What a price for the whole gallery means, before it is set. */
const wholeHint = (photoCount: number): string =>
  photoCount > wholePhotos
    ? `Offered while at most ${formatCount(wholePhotos)} photos are on sale; now there are ${formatCount(photoCount)}. Who bought it keeps what they have, and gets no more than ${formatCount(wholePhotos)}.`
    : `One price for all photos on sale, and those you add within ${String(wholeGrowsDays)} days after a purchase, up to ${formatCount(wholePhotos)} in all: each photo’s own dialog can keep it out. Empty sells them one by one alone.`

export const GallerySettingsDialog = ({ gallery: opened, onClose }: GallerySettingsDialogProps) => {
  const update = useUpdateGallery()
  const queries = useQueryClient()
  // Of the moment the form was filled: a list that is loaded anew behind it must not lend its version to old values.
  const [gallery, setGallery] = useState(opened)
  const [changes, setChanges] = useState<readonly string[]>()
  /** Answers whether numbers may be forgotten, while that is asked. */
  const [answer, setAnswer] = useState<(isAgreed: boolean) => void>()

  const refuse = (error: unknown) => {
    complain('Error updating gallery')(error)
    const current = savedMeanwhile(error)
    if (!current) return
    setChanges(changesBetween(form.values, gallery, current))
    form.edit((typed) => broughtTogether(typed, gallery, current))
    setGallery(current)
    void queries.invalidateQueries({ queryKey: endpointKey(galleries.endpoints.mine) })
  }

  /** All photos are being priced: the form goes on from the gallery as that left it. */
  const priced = (after: OwnGallery) => {
    form.edit((typed) => broughtTogether(typed, gallery, after))
    setGallery(after)
  }

  const form = useForm({
    initial: settingsOf(gallery),
    schema: UpdateGallery,
    bodyOf: (values) => bodyOf(values, gallery),
    askFirst: ({ numbers }) => {
      if (!gallery.numbers || numbers !== false) return true
      return new Promise((resolve) => setAnswer(() => resolve))
    },
    send: async (body) => {
      await update.mutateAsync({ params: { galleryId: gallery.id }, body })
      toast({
        kind: 'success',
        title: 'Gallery updated',
        description: 'Your gallery settings have been saved successfully.',
      })
      // Closed before, and perhaps opened again.
      if (form.form.current) onClose()
    },
    fieldOfCode: { password_too_long: 'password' },
    onRefusal: refuse,
    onRefusedLate: complain(`“${gallery.title}” not updated`),
    draft: { key: `gallery ${gallery.id}`, secrets: ['password', 'removePassword'] },
  })
  const { values, field, set } = form

  return (
    <FormDialog
      form={form}
      size="lg"
      gap="8"
      title="Gallery Settings"
      description={gallery.title}
      action="Save Settings"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {opened.takedown && <TakedownNote takedown={opened.takedown} />}
      {changes && <ChangedMeanwhile changes={changes} />}
      <Settings name="Basic information">
        <TitleField {...field('title')} required />
        <DescriptionField {...field('description')} />
        <PriceField
          {...field('pricePence')}
          label="Price per photo (£)"
          hint="For photos uploaded from now on. Left empty, it stays as it is."
        />
        <PriceForAll gallery={gallery} size="original" typed={values.pricePence} onPriced={priced} onRefused={refuse} />
        <WebPriceField
          {...field('webPence')}
          hint={
            webPriceHint(webPriceOf(values.webPence), pricePreviewed(values.pricePence, gallery)) ||
            `A smaller file for screens, ${limits.rendition.displayPx} px at most. For photos uploaded from now on that are larger. Empty sells the Original alone.`
          }
        />
        <PriceForAll gallery={gallery} size="web" typed={values.webPence} onPriced={priced} onRefused={refuse} />
        <PriceStepsField steps={field('priceSteps')} reasonOf={(path) => field('priceSteps', path).error} />
        <PriceList
          eachPence={pricePreviewed(values.pricePence, gallery)}
          webPence={webPriceOf(values.webPence)}
          steps={values.priceSteps}
          wholePence={wholePreviewed(values.wholePence, gallery)}
          photoCount={gallery.photoCount}
        />
        <WebPriceField {...field('wholePence')} label="Whole gallery (£)" hint={wholeHint(gallery.photoCount)} />
      </Settings>

      <Settings name="Security and access">
        <AccessFields
          isPublic={field('isPublic')}
          clientEmail={field('clientEmail')}
          accessCode={field('accessCode')}
          keepsCode
          hasPassword={values.password !== '' || (gallery.hasPassword && !values.removePassword)}
        />
        <PasswordField
          {...field('password')}
          label="Password"
          isNew
          hint={
            gallery.hasPassword
              ? 'A password is set. Type a new one to change it.'
              : 'Asked of everyone who opens the gallery.'
          }
        />
        {gallery.hasPassword && values.password === '' && (
          <Switch
            label="Remove the password"
            checked={values.removePassword}
            onChange={(removePassword) => set('removePassword', removePassword)}
          />
        )}
        <Switch
          label="Ask for an email address"
          hint="Visitors leave one before they see the photos. You find them under Visitors; it is no protection."
          checked={values.asksEmail}
          onChange={(asksEmail) => set('asksEmail', asksEmail)}
        />
        <Grid gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <DayField
            {...field('expiresAt')}
            label="Expiry Date"
            hint={pastExpiryHint(gallery, values.expiresAt) || 'Open until the end of this day. Empty: always.'}
          />
          <WholeNumberField
            {...field('downloadLimit')}
            label="Download Limit"
            min={0}
            placeholder="Unlimited"
            hint="For free photos. Empty: unlimited."
          />
        </Grid>
      </Settings>

      <Settings name="Look">
        <LookFields gallery={gallery} values={values} onChange={(look) => form.edit((now) => ({ ...now, ...look }))} />
      </Settings>

      <Settings name="Client permissions">
        <Switch
          label="Clients can download"
          hint="Photos that cost nothing; without it they say “Not for sale”. Bought photos can always be downloaded."
          checked={values.clientCanDownload}
          onChange={(clientCanDownload) => set('clientCanDownload', clientCanDownload)}
        />
        <Switch
          label="Clients can comment"
          hint="In proofing sessions."
          checked={values.clientCanComment}
          onChange={(clientCanComment) => set('clientCanComment', clientCanComment)}
        />
      </Settings>

      <Settings name="Races">
        <Switch
          label="Find photos by number"
          hint={`Numbers on shirts and plates are read, for subscribers in ${formatCount(limits.numbers.photosAMonth)} photos a month. Faces are not looked at. In the order “${photoOrderNames.captured}”, visitors find photos by time too.`}
          checked={values.numbers}
          onChange={(numbers) => set('numbers', numbers)}
        />
        {values.numbers && values.photoOrder !== 'captured' && (
          <Stack gap="2" alignItems="flex-start">
            <Text color="ink.muted" textStyle="small">
              In this gallery’s order, “{photoOrderNames[values.photoOrder]}”, visitors cannot look by time. Whoever has
              no number that can be read looks through all photos.
            </Text>
            <Button
              size="sm"
              onClick={({ currentTarget }) => {
                // The button goes away.
                handFocus(currentTarget.closest('fieldset')?.querySelector('input'))
                set('photoOrder', 'captured')
              }}
            >
              Order them as they were taken
            </Button>
          </Stack>
        )}
        {gallery.hasUnread && (
          <Text color="ink.muted" textStyle="small">
            Not all photos of this gallery have been read yet: they wait for their turn, or for a month of yours with
            room for them. Visitors who look for a number are told.
          </Text>
        )}
      </Settings>

      <ForgetNumbers
        photoCount={gallery.photoCount}
        isAsked={answer !== undefined}
        onAnswer={(isAgreed) => {
          setAnswer(undefined)
          answer?.(isAgreed)
        }}
      />

      <Settings name="Watermark">
        <Switch
          label="Show a watermark"
          hint="Drawn into the photos that visitors see. Bought photos have none."
          checked={values.watermarkEnabled}
          onChange={(watermarkEnabled) => set('watermarkEnabled', watermarkEnabled)}
        />
        {values.watermarkEnabled && (
          <WatermarkFields
            gallery={gallery}
            text={field('watermarkText')}
            strength={values.watermarkStrength}
            onStrength={(watermarkStrength) => set('watermarkStrength', watermarkStrength)}
          />
        )}
      </Settings>
    </FormDialog>
  )
}
