# A Django site whose settings and code are the files of a recipe in docs/clients.md. Its front page tells as JSON whom it takes the visitor for; the
# rest is the library's own. Its arguments are the folder of the files, the port, and settings that win over those of the recipe.
import os
import sys
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

BASE = """
DEBUG = False
SECRET_KEY = "of the tests"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER + "/site.sqlite3"}}
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
    "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages"]}}]
USE_TZ = True
"""

FRONT_PAGE = """
from django.http import JsonResponse
from django.middleware.csrf import get_token

def front_page(request):
    user = request.user
    return JsonResponse({"username": user.username, "email": getattr(user, "email", ""), "plans": request.session.get("plan_slugs"), "csrf": get_token(request)})

urlpatterns.append(path("", front_page))
"""


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def main(folder, port, extra_settings=""):
    recipe = {name: Path(folder, name).read_text() for name in ("settings.py", "urls.py")}
    Path(folder, "settings.py").write_text(f"FOLDER = {folder!r}\n{BASE}\n{recipe['settings.py']}\n{extra_settings}")
    Path(folder, "urls.py").write_text(f"from django.urls import include, path\n{recipe['urls.py']}\n{FRONT_PAGE}")
    sys.path.insert(0, folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
    django.setup()
    call_command("migrate", verbosity=0)
    make_server("127.0.0.1", int(port), get_wsgi_application(), handler_class=Quiet).serve_forever()


main(*sys.argv[1:])
