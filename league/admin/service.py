"""How the admin site speaks with the services: they alone write, it asks and passes on what they answer.

A subclass says which service adds and which edits. The rest is here: a refusal becomes an error at the
field it is about, an unchanged form does nothing at all, nothing is ever deleted, lists are searched by
folded words of names and sorted with empty values last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR, IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.db.models import F, Max, Model, QuerySet, Sum
from django.db.models.expressions import OrderBy
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.forms import SeenMixin
from league.permissions import Action, may
from league.services.errors import Refused
from ratings.models import RatingRun

from .initial import KeyFields, usable
from .search import words_found

Values = dict[str, Any]
MOST_COUNTED = 10_000


class ServiceForm(SeenMixin, forms.ModelForm):
    """The form of every fact. Fields beyond the model's (a reason) are passed on to the service.

    What cannot be stands in the services, in words and at its field; asking the database's constraints
    as well would say it a second time, by the constraint's name.
    """

    def _get_validation_exclusions(self) -> set[str]:
        return {field.name for field in self.instance._meta.fields}


class BoundedPaginator(Paginator):
    """Counts no further than anybody will leaf through."""

    @cached_property
    def count(self) -> int:
        return self.object_list[:MOST_COUNTED].count()  # type: ignore[no-any-return,union-attr]


class NullsLastList(ChangeList):
    """Sorted by a column with empty values, these stand last, whatever the direction and the database.

    A filter in the address that no database can read (the year 99999999) leads back to the whole list.
    """

    def get_results(self, request: HttpRequest) -> None:
        try:
            super().get_results(request)
        except (ValueError, OverflowError) as unreadable:
            raise IncorrectLookupParameters(unreadable) from unreadable

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        return [self._nulls_last(part) for part in super().get_ordering(request, queryset)]

    def _nulls_last(self, part: Any) -> Any:
        if not isinstance(part, str):
            return part
        try:
            field = self.lookup_opts.get_field(part.lstrip("-"))
        except FieldDoesNotExist:
            return part
        if field.is_relation or not getattr(field, "null", False):
            return part
        return OrderBy(F(field.name), descending=part.startswith("-"), nulls_last=True)


class WatchedAdmin(KeyFields, admin.ModelAdmin):
    """A list to look at: nothing here is added, changed or deleted by hand."""

    action: ClassVar[Action] = Action.CORRECT
    people_paths: ClassVar[tuple[str, ...]] = ()  # where the players are whose names are searched
    text_paths: ClassVar[tuple[str, ...]] = ()  # other texts that are searched
    change_form_template = "admin/service_change_form.html"
    list_per_page = 50
    list_max_show_all = 200
    show_full_result_count = False
    paginator = BoundedPaginator

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(request.user, self.action)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, self.action)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NullsLastList

    @property
    def search_fields(self) -> tuple[str, ...]:  # type: ignore[override]
        """Says that there is a search; ``get_search_results`` does it."""
        return (*self.people_paths, *self.text_paths)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        return words_found(queryset, search_term, people=self.people_paths, texts=self.text_paths), False

    def desk_links(self, obj: Any) -> Iterable[tuple[str, Any]]:
        """Address and name of the product's own pages about this object."""
        return ()

    def render_change_form(  # type: ignore[override]
        self, request: HttpRequest, context: dict[str, Any], add: bool = False, change: bool = False,
        form_url: str = "", obj: Any = None,
    ) -> HttpResponse:  # fmt: skip
        context["desk_links"] = list(self.desk_links(obj)) if obj is not None else []
        return super().render_change_form(request, context, add, change, form_url, obj)


class ServiceAdmin(WatchedAdmin):
    """Facts that may be added or edited here, through a service each."""

    form = ServiceForm
    once: ClassVar[tuple[str, ...]] = ()  # said when a thing is made, fixed afterwards
    beside: ClassVar[frozenset[str]] = frozenset({"reason", "namesake", "keep_former"})  # no facts by themselves

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """What the address fills in; what cannot be the key of anything is left out."""
        return usable(super().get_changeform_initial_data(request), self.opts)

    def create(self, request: HttpRequest, values: Values) -> Model:
        """Call the service that makes one. Raises ``Refused``."""
        raise NotImplementedError

    def edit(self, request: HttpRequest, obj: Any, values: Values) -> Model:
        """Call the service that changes one: ``values`` holds what differs. Raises ``Refused``."""
        raise NotImplementedError

    # -- permissions -------------------------------------------------------------------------------

    @property
    def _adds(self) -> bool:
        return type(self).create is not ServiceAdmin.create

    @property
    def _edits(self) -> bool:
        return type(self).edit is not ServiceAdmin.edit

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._adds and may(request.user, self.action)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, self.action)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fixed = tuple(super().get_readonly_fields(request, obj))
        if obj is None:
            return fixed
        if self._edits:
            return (*fixed, *self.once)
        return tuple(self._names(self.get_fieldsets(request, obj)))

    def _names(self, fieldsets: Any) -> Iterable[str]:
        for _name, options in fieldsets:
            for name in options["fields"]:
                yield from name if isinstance(name, (list, tuple)) else (name,)

    # -- a refusal becomes a form error --------------------------------------------------------------

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = dict(extra_context or {})
        if object_id is not None and not self._edits:
            context |= {"show_save": False, "show_save_and_continue": False, "show_save_and_add_another": False}
        try:
            return super().changeform_view(request, object_id, form_url, context)
        except Refused as refused:
            request.refused = refused  # type: ignore[attr-defined]
        except IntegrityError:
            words = _("Somebody else saved the same at the same moment. Look at it and save again.")
            request.refused = Refused(words)  # type: ignore[attr-defined]
        # Nothing was written; once more, with the refusal as an error of the form.
        return super().changeform_view(request, object_id, form_url, context)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        shown = set(self._names(self.get_fieldsets(request, obj)))
        left_out = dict.fromkeys(set(form.declared_fields) - shown)
        form = type(form.__name__, (form,), left_out)
        refused = getattr(request, "refused", None)
        return form if refused is None else type(form.__name__, (_Refusing, form), {"refused": refused})

    # -- writing -------------------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        values = form.differences() if change else dict(form.cleaned_data)
        request.nothing_differs = change and not set(values) - self.beside  # type: ignore[attr-defined]
        if request.nothing_differs:  # type: ignore[attr-defined]
            obj.refresh_from_db()
            return
        run = RatingRun.objects.aggregate(newest=Max("pk"))["newest"] or 0
        if change:
            stored = type(obj)._default_manager.get(pk=obj.pk)
            saved = self.edit(request, stored, values)
        else:
            saved = self.create(request, values)
        obj.__dict__.update(saved.__dict__)
        self._say_what_moved(request, run)

    def _say_what_moved(self, request: HttpRequest, run: int) -> None:
        runs = RatingRun.objects.filter(pk__gt=run, actor=request.user)
        moved = runs.aggregate(players=Sum("players_moved"), slightly=Sum("moved_slightly"))
        if players := (moved["players"] or 0) + (moved["slightly"] or 0):
            said = ngettext("%(n)s player moved.", "%(n)s players moved.", players) % {"n": players}
            self.message_user(request, said, messages.INFO)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        raise NotImplementedError("facts are voided, merged or archived, never deleted")

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        raise NotImplementedError("facts are voided, merged or archived, never deleted")

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        if not request.nothing_differs:  # type: ignore[attr-defined]
            return super().log_change(request, obj, message)
        return None

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        if not request.nothing_differs or IS_POPUP_VAR in request.POST:  # type: ignore[attr-defined]
            return super().response_change(request, obj)
        self.message_user(request, _("Nothing differs from what is stored: nothing was done."), messages.INFO)
        if "_continue" in request.POST:
            return HttpResponseRedirect(request.get_full_path())
        return self.response_post_save_change(request, obj)

    # -- actions ---------------------------------------------------------------------------------------

    def each(self, request: HttpRequest, queryset: QuerySet[Any], service: Any, done: Any) -> None:
        """Call a service on each chosen row; what is refused is said and the others go on."""
        count = 0
        for obj in queryset:
            try:
                service(obj)
            except Refused as refused:
                self.message_user(request, f"{obj}: {refused.message}", messages.ERROR)
            else:
                count += 1
        if count:
            self.message_user(request, done(count), messages.SUCCESS)


class _Refusing:
    """A form that knows what the service refused, and says it at the field where it can be mended."""

    refused: ClassVar[Refused]

    def clean(self) -> Any:
        cleaned = super().clean()  # type: ignore[misc]
        for problem in self.refused.problems:
            field = problem.column if problem.column in self.fields else None  # type: ignore[attr-defined]
            self.add_error(field, problem.message)  # type: ignore[attr-defined]
        return cleaned


class WatchedInline(admin.TabularInline):
    """Rows that belong to the thing shown, to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Action.CORRECT)
