import { defaultPrivacy } from './default-texts.ts'
import { LegalPage } from './legal-page.tsx'

export const PrivacyPage = () => <LegalPage title="Privacy" own={({ privacy }) => privacy} otherwise={defaultPrivacy} />
