import { defaultTerms } from './default-texts.ts'
import { LegalPage } from './legal-page.tsx'

export const TermsPage = () => <LegalPage title="Terms" own={({ terms }) => terms} otherwise={defaultTerms} />
