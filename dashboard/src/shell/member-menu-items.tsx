import { Menu } from '@base-ui/react/menu';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Icon } from '../parts/icon.tsx';
import type { Popup } from '../parts/use-popup.ts';
import { chooseTheme, storedTheme, themes, type Theme } from './theme.ts';

export function MemberMenuItems({ popup: { popup, anchor } }: { popup: Popup }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(storedTheme);
  const signOut = useMutation({
    mutationFn: () => answerOf(dashboardApi.DELETE('/api/dashboard/session')),
    onSuccess: async () => {
      await navigate({ to: '/sign-in', reloadDocument: true });
      client.clear();
    },
  });
  return (
    <Menu.Root {...popup} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="top" align="start" sideOffset={4} className="positioner">
          <Menu.Popup className="popup" aria-label="Your menu" finalFocus={anchor}>
            <Menu.LinkItem className="popup-item" closeOnClick render={<Link to="/account" />}>
              <Icon name="account" /> Your account
            </Menu.LinkItem>
            <Menu.RadioGroup
              value={theme}
              onValueChange={(value: Theme) => {
                setTheme(value);
                chooseTheme(value);
              }}
            >
              <Menu.GroupLabel className="popup-label">Theme</Menu.GroupLabel>
              {Object.entries(themes).map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} className="popup-item">
                  <span className="grow">{label}</span>
                  <Menu.RadioItemIndicator>
                    <Icon name="check" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="popup-separator" />
            <Menu.Item
              className="popup-item"
              closeOnClick={false}
              disabled={signOut.isPending}
              onClick={() => {
                signOut.mutate();
              }}
            >
              <Icon name="leave" /> {signOut.isError ? 'Signing out failed. Try again' : 'Sign out'}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
