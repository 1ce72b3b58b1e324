import { useNavigate } from 'react-router-dom';
import { useKeys, type KeyBindings } from '../shared/use-keys';
import { addressOfTab, type RegisteredTab } from './panel-tabs';

/** The number keys open the tabs. */
export function useTabKeys(tabs: readonly RegisteredTab[]): void {
  const navigate = useNavigate();
  const bindings: KeyBindings = Object.fromEntries(
    tabs.map((tab, at) => [String(at + 1), () => void navigate(addressOfTab(tab))]),
  );
  useKeys(bindings);
}
