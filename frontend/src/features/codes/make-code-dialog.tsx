import { ApiError, codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { ClientEmailField, DayField, PriceField, TextField, WholeNumberField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useGalleryChoices } from '#frontend/shared/galleries/gallery-choices.ts'
import { GallerySelect } from '#frontend/shared/galleries/gallery-select.tsx'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Grid } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { MakeCode } from '#schema/api/codes.ts'
import { limits } from '#schema/limits.ts'
import { bodyOf, isKind, noCode, valuePaths } from './code-form.ts'
import { useMakeCode } from './queries.ts'

/** Which code it is that differs in capitals and blanks alone. */
const takenBy = (error: unknown): { code: string } | undefined => {
  if (codeOf(error) !== 'code_taken' || !(error instanceof ApiError)) return undefined
  const name = error.details.code
  return { code: `You have “${String(name)}” already: capitals and blanks make no difference.` }
}

const Pair = ({ children }: { children: React.ReactNode }) => (
  <Grid gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
    {children}
  </Grid>
)

export const MakeCodeDialog = ({ onClose }: { onClose: () => void }) => {
  const make = useMakeCode()
  const form = useForm({
    initial: noCode,
    schema: MakeCode,
    bodyOf,
    send: async (body) => {
      await make.mutateAsync({ body })
      toast({ kind: 'success', title: 'Code made', description: `${body.code} can be used from now on.` })
      if (form.form.current) onClose()
    },
    fieldsOf: takenBy,
    onRefusedLate: (error) => toast({ title: 'Code not made', description: takenBy(error)?.code ?? sentenceOf(error) }),
    draft: { key: 'new code', isOnce: true },
  })
  const { values, field, set } = form
  const choices = useGalleryChoices(values.galleryId)
  const value = field('value', valuePaths[values.kind])
  return (
    <FormDialog
      form={form}
      size="lg"
      title="New Discount Code"
      description="It makes your photos cheaper, and nobody else’s."
      action="Make Code"
      busyLabel="Making..."
      onClose={onClose}
    >
      <TextField
        {...field('code')}
        label="Code"
        required
        maxLength={limits.code.maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Buyers type it in the cart. Capitals and blanks make no difference."
      />
      <Pair>
        <Field label="It takes">
          <Select
            value={values.kind}
            onChange={({ currentTarget }) => isKind(currentTarget.value) && set('kind', currentTarget.value)}
          >
            <option value="percent">a percentage off</option>
            <option value="amount">a sum off</option>
            <option value="included">nothing for some photos</option>
          </Select>
        </Field>
        {values.kind === 'percent' && <WholeNumberField {...value} label="Percent off" min={1} required />}
        {values.kind === 'amount' && <PriceField {...value} label="Sum off (£)" />}
        {values.kind === 'included' && (
          <WholeNumberField
            {...value}
            label="Photos included"
            min={1}
            required
            hint="The dearest of them cost nothing."
          />
        )}
      </Pair>
      <Pair>
        <GallerySelect choices={choices} label="For" none="All my galleries" {...field('galleryId')} />
        <ClientEmailField {...field('clientEmail')} hint="Only for orders with this address. Empty: for everybody." />
      </Pair>
      <Pair>
        <DayField {...field('startsOn', 'startsAt')} label="From" hint="Empty: at once." />
        <DayField {...field('endsOn', 'expiresAt')} label="Until" hint="Until the end of this day. Empty: always." />
      </Pair>
      <PriceField
        {...field('minimum', 'minimumPence')}
        label="Minimum (£)"
        hint="What the photos it is for must cost before anything is taken off. Empty: nothing."
      />
      <Pair>
        <WholeNumberField {...field('maxUses')} label="Uses in all" min={1} placeholder="Unlimited" />
        <WholeNumberField {...field('maxUsesPerEmail')} label="Uses for each email" min={1} placeholder="Unlimited" />
      </Pair>
    </FormDialog>
  )
}
