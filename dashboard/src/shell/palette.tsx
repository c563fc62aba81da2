import './palette.css';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverAddress } from '../api/base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { usePaletteGroups, type Destination, type Entry } from './palette-groups.ts';
import type { Overlay } from './shortcuts.ts';

interface Group {
  readonly name: string;
  readonly items: readonly Entry[];
}

/** Finds pages, settings, projects, jobs, pages of the docs and of the guide, and goes there. */
export function Palette({ onOpen, onClose }: { onOpen: (overlay: Overlay) => void; onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { groups, isSearching, hasFailed } = usePaletteGroups(text);
  const go = (to: Destination) => {
    onClose();
    if ('overlay' in to) onOpen(to.overlay);
    else if ('address' in to) window.location.assign(serverAddress(to.address));
    else void navigate({ to: to.page, search: to.search ?? {}, ...(to.hash !== undefined && { hash: to.hash }) });
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        {/* The page that is opened takes the focus. */}
        <Dialog.Popup className="dialog palette" aria-label="Search everything">
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            itemToStringValue={({ name }: Entry) => name}
            value={text}
            onValueChange={(value, { reason }) => {
              if (reason !== 'item-press') setText(value);
            }}
            autoHighlight="always"
            keepHighlight
          >
            <div className="palette-head">
              <Icon name="search" />
              <Autocomplete.Input
                className="palette-input"
                aria-label="Search everything"
                placeholder="Pages, settings, jobs, docs pages, guide"
              />
              <Dialog.Close className="button small quiet">Close</Dialog.Close>
            </div>
            <Autocomplete.Status className="visually-hidden">
              {isSearching ? 'Searching…' : `${groups.reduce((sum, { items }) => sum + items.length, 0)} results`}
            </Autocomplete.Status>
            <Autocomplete.Empty className="popup-empty">
              {isSearching ? 'Searching…' : 'No results. Try another word.'}
            </Autocomplete.Empty>
            {hasFailed && (
              <p className="popup-empty" role="alert">
                Jobs, docs pages or the guide could not be searched. Close this and try again.
              </p>
            )}
            <Autocomplete.List className="palette-list">
              {({ name, items }: Group) => (
                <Autocomplete.Group key={name} items={items}>
                  <Autocomplete.GroupLabel className="popup-label">{name}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        className="popup-item"
                        onClick={() => {
                          go(entry.to);
                        }}
                      >
                        <bdi className="one-line grow">{entry.name}</bdi>
                        {entry.detail !== undefined && <bdi className="muted small one-line">{entry.detail}</bdi>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
